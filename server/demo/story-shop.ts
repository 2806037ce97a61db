/** The shop of the demo's story: its orders, their deliveries with an amount to collect, and three new orders. */
import { eq } from "drizzle-orm";
import { asGuest } from "../../app/access/actors.server.ts";
import type { OrderStatus } from "../../app/domain/order-status.ts";
import { lagosClock, middayOf } from "../../app/domain/dates.ts";
import { saveBankAccount } from "../../app/money/settlements/payees.server.ts";
import { orders, products } from "../../app/platform/db/schema.ts";
import { changeOrderStatus } from "../../app/stores/orders/order-changes.server.ts";
import { placeOrder } from "../../app/stores/orders/place-order.server.ts";
import type { Shop } from "./story-accounts.ts";
import type { Counter } from "./story-bookings.ts";
import { PEOPLE, type StoryPerson, type PersonKey } from "./story-people.ts";
import { storyMoment } from "./story-time.ts";
import { HERE, type StoryParcel, type Story } from "./story.ts";

type Lines = readonly [product: string, quantity: number][];

/** The contents of orders, with products of the first sample store. */
const BASKETS: readonly Lines[] = [
  [["Small Chops, pack of 20", 2]],
  [
    ["Efo Riro, 2-litre bowl", 1],
    ["Zobo, 1 litre", 2],
  ],
  [["Suya Platter", 3]],
  [
    ["Meat Pie", 8],
    ["Zobo, 1 litre", 2],
  ],
  [["Smoky Party Jollof", 4]],
];
/** The buyers of the food, who live near the kitchen. */
const BUYERS: readonly PersonKey[] = ["tayo", "sola", "bisi", "wale", "femi", "chiamaka"];
/** The weekdays on which the shop sends the orders of the day before. */
const SENDS = [2, 3, 5];

type Order = { id: string; totalKobo: number };

export class Orders {
  readonly #story: Story;
  readonly #counter: Counter;
  readonly #shop: Shop;
  #count = 0;

  constructor(story: Story, counter: Counter, shop: Shop) {
    this.#story = story;
    this.#counter = counter;
    this.#shop = shop;
  }

  async openAccount(): Promise<void> {
    const { owner, storeId } = this.#shop;
    const account = { bank: "Zenith Bank", accountName: "Mama Ngozi Kitchen", accountNumber: "0000005678" };
    await this.#story.do(saveBankAccount, { owner, storeId }, account);
  }

  /** Plans the orders of all days. `toPickUp` gets the parcels that the shop sends. */
  plan(days: readonly string[], toPickUp: (parcel: StoryParcel) => void): void {
    for (const [n, day] of days.entries()) {
      const before = days[n - 1];
      if (!before || !SENDS.includes(lagosClock(middayOf(day)).weekday)) continue;
      const buyer = PEOPLE[BUYERS[this.#count++ % BUYERS.length]!];
      const basket = BASKETS[this.#count % BASKETS.length]!;
      let order: Order | null = null;
      this.#story.at(storyMoment(before, "12:10", this.#story.draw(150)), async () => {
        order = await this.order(buyer, basket);
      });
      this.#story.at(storyMoment(day, "08:30", this.#story.draw(120)), async () => {
        toPickUp(await this.send(order!, buyer));
      });
    }
  }

  async order(buyer: StoryPerson, basket: Lines): Promise<Order> {
    const offered = await this.#story.services.db
      .select()
      .from(products)
      .where(eq(products.storeId, this.#shop.storeId));
    const lines = basket.map(([name, quantity]) => {
      const { id: productId, priceKobo } = offered.find((product) => product.name === name)!;
      return { productId, quantity, priceKobo };
    });
    const address = { deliveryAddress: buyer.address, deliveryState: buyer.state };
    const done = await this.#story.do(placeOrder, asGuest(HERE.ip), {
      ...{ slug: this.#shop.slug, lines, buyerName: buyer.name, buyerPhone: buyer.phone, ...address },
    });
    const [order] = await this.#story.services.db.select().from(orders).where(eq(orders.code, done.code));
    return order!;
  }

  /** Confirms an order, and books a delivery that collects its total. The order's state then follows the parcel's. */
  async send({ id, totalKobo }: Order, to: StoryPerson, own = false): Promise<StoryParcel> {
    await this.change(id, "confirmed");
    const from = { ...PEOPLE.bisi, ...KITCHEN };
    const wish = { from, to, goods: ["Food, well packed", 3, "Box"] as const, own };
    return this.#counter.byForm(wish, this.#shop.person, { order: id, collect: totalKobo });
  }

  async change(orderId: string, status: OrderStatus): Promise<void> {
    const [row] = await this.#story.services.db
      .select({ version: orders.version })
      .from(orders)
      .where(eq(orders.id, orderId));
    await this.#story.do(changeOrderStatus, this.#shop.owner, { orderId, version: row!.version, status });
  }
}

const KITCHEN = {
  name: "Mama Ngozi Kitchen",
  address: "18 Ogunlana Drive, Surulere, Lagos",
  phone: "+2348006620410",
  email: "ngozi.eze@demo.onadelivery.example",
};
