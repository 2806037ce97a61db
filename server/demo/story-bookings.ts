/** The bookings of the demo's story (at the counter, by the form, and for store orders) and their payments. */
import { eq } from "drizzle-orm";
import { asGuest } from "../../app/access/actors.server.ts";
import type { Admin, Customer, Guest } from "../../app/access/actor.ts";
import type { DeliveryType } from "../../app/domain/booking.ts";
import type { PaysDelivery } from "../../app/domain/pays-delivery.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import { holderValue } from "../../app/money/cash-ledger/holder-field.ts";
import { recordPayment } from "../../app/money/payments/payments.server.ts";
import { bookingBalances } from "../../app/platform/db/schema.ts";
import { bookAtCounter, createBooking } from "../../app/parcels/bookings/create-booking.server.ts";
import type { StoryHubCode } from "./story-hubs.ts";
import type { StoryOffice } from "./story-office.ts";
import type { Goods, StoryPerson } from "./story-people.ts";
import { HERE, SEEN, type StoryParcel, type Story } from "./story.ts";

export type Wish = {
  from: StoryPerson;
  to: StoryPerson;
  goods: Goods;
  service?: DeliveryType;
  pieces?: number;
  paysDelivery?: PaysDelivery;
  /** The hub to which the sender brings the parcel. Null if the company picks it up. */
  brings?: StoryHubCode | null;
  /** The hub that delivers the parcel, if it is not the receiver's own hub. */
  goal?: StoryHubCode;
  own?: boolean;
};

export class Counter {
  readonly #story: Story;
  readonly #office: StoryOffice;
  #references = 0;

  constructor(story: Story, office: StoryOffice) {
    this.#story = story;
    this.#office = office;
  }

  /** Makes a booking by the form, as a guest or a customer. `more` has a store's order and the amount to collect. */
  async byForm(
    wish: Wish,
    actor: Customer | Guest = asGuest(HERE.ip),
    more: { order?: string; collect?: number } = {},
  ): Promise<StoryParcel> {
    const done = await this.#story.do(createBooking, actor, { ...this.#formOf(wish), ...more });
    return this.parcelOf(wish, done.trackingCode);
  }

  async byClerk(wish: Wish, clerk: Admin): Promise<StoryParcel> {
    const done = await this.#story.do(bookAtCounter, clerk, this.#formOf(wish));
    return this.parcelOf(wish, done.trackingCode);
  }

  #formOf({ from, to, goods, service = "standard", pieces = 1, paysDelivery, brings = null }: Wish) {
    const [packageDescription, packageWeight, packageType] = goods;
    return {
      ...{ senderName: from.name, senderPhone: from.phone, senderEmail: from.email },
      ...{ senderAddress: from.address, senderState: from.state },
      ...{ receiverName: to.name, receiverPhone: to.phone },
      ...{ receiverAddress: to.address, receiverState: to.state },
      ...{ packageDescription, packageWeight, packageType, deliveryType: service, pieces },
      ...{
        paysDelivery: paysDelivery ?? "sender_before",
        dropOffHub: brings ? this.#office.hubs[brings] : "",
      },
    };
  }

  async parcelOf({ from, to, goods, goal, own = false }: Wish, code: string): Promise<StoryParcel> {
    const { id, pieces } = await this.#story.booked(code);
    return { id, code, pieces, from, to, goods, goal: goal ?? to.hub ?? "ONI", own };
  }

  /** Returns the unpaid amount of a booking, in kobo. */
  async owed({ id }: Pick<StoryParcel, "id">): Promise<number> {
    const [row] = await this.#story.services.db
      .select({ price: bookingBalances.priceKobo, paid: bookingBalances.paidKobo })
      .from(bookingBalances)
      .where(eq(bookingBalances.bookingId, id));
    return (row?.price ?? 0) - (row?.paid ?? 0);
  }

  /** Lets the cashier record the unpaid amount of a booking, if there is one. */
  async pay({ id, code }: StoryParcel, how: "transfer" | "pos" | { cashAt: StoryHubCode }): Promise<void> {
    const amount = await this.owed({ id });
    if (amount <= 0) return;
    const paid =
      typeof how === "string"
        ? { method: how, reference: this.reference(how === "pos" ? "POS" : "FT") }
        : { method: "cash", holder: holderValue({ kind: "hub", id: this.#office.hubs[how.cashAt] }) };
    await this.#story.do(recordPayment, this.#story.staff.cashier, { code, amount, ...paid, ...SEEN });
  }

  /** Returns a bank reference that no other transfer has. */
  reference = (letters: string): string =>
    `${letters}${lagosDay(this.#story.now).slice(2).replaceAll("-", "")}${String(++this.#references).padStart(4, "0")}`;
}
