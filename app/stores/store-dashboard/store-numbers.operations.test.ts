import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { listStoreCustomers } from "./store-customers.server.ts";
import { storeNumbers } from "./store-numbers.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { countStoreWork, listStoreOrders } from "./store-orders.server.ts";

const { opened } = await fileServices({});
const { services } = opened;
const firstPage = { search: "", cursor: null, direction: "next" } as const;

/** A store with five orders: of two customers, and of a third buyer who gave no name. */
async function storeWithOrders() {
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const product = await makeProduct(services, store.id, { priceKobo: 1000 });
  const at = (days: number) => new Date(services.now().getTime() - days * 86_400_000);
  const order = (quantity: number, more: Parameters<typeof makeOrder>[3]) =>
    makeOrder(services, store.id, [{ product, quantity }], more);
  await order(1, { status: "completed", createdAt: at(1) });
  await order(2, { status: "cancelled", createdAt: at(2), buyerName: "Musa B." });
  await order(3, { status: "confirmed", createdAt: at(40), buyerName: "Chioma Eze", buyerPhone: null });
  await order(1, { status: "new", createdAt: at(3), buyerName: " chioma eze ", buyerPhone: null });
  await order(9, { status: "new", createdAt: at(4), buyerName: null, buyerPhone: null });
  const orderReady = () => order(1, { status: "ready", createdAt: at(1) });
  return { owner, store, product, orderReady };
}

/** A delivery counts as on the way only after the parcel was picked up. */
async function expectOnTheWayOncePickedUp(
  { owner, store }: Awaited<ReturnType<typeof storeWithOrders>>,
  orderId: string,
) {
  const { id } = await bookOne(opened);
  for (const [status, counts, filter] of [
    ["pending", { toHandOver: 0, toPickUp: 1, onTheWay: 0 }, "waiting"],
    ["in_transit", { toHandOver: 0, toPickUp: 0, onTheWay: 1 }, "moving"],
  ] as const) {
    await services.db.update(bookings).set({ status, orderId }).where(eq(bookings.id, id));
    expect(await countStoreWork(services.db, owner, store.id)).toMatchObject(counts);
    const listed = await listStoreOrders(services.db, owner, store.id, {
      ...firstPage,
      status: null,
      delivery: filter,
    });
    expect(listed.rows.map((row) => row.id)).toEqual([orderId]);
  }
}

test("[OWNER-4] customers and numbers are read out of the orders, of this store alone", async () => {
  const made = await storeWithOrders();
  const { owner, store, product } = made;
  const stranger = await makeOwner(services);
  const customersOf = async (who: typeof owner, search = "") =>
    (await listStoreCustomers(services.db, who, store.id, { ...firstPage, search })).rows;
  expect((await customersOf(owner)).map(({ name, orders, spentKobo }) => [name, orders, spentKobo])).toEqual([
    ["Musa Bello", 2, 1000],
    [" chioma eze ", 2, 4000],
  ]);
  expect(await customersOf(owner, "0805 123")).toHaveLength(1);
  expect(await customersOf(stranger)).toEqual([]);

  const numbers = await storeNumbers(services, owner, store.id);
  expect(numbers).toMatchObject({
    products: { total: 1, added: { last: 1, before: 0 } },
    orders: { total: 5, last: 4, before: 1 },
    customers: { total: 2, last: 2, before: 1 },
    revenue: { totalKobo: 4000, last: 1000, before: 3000 },
    top: [{ name: product.name, pieces: 4, revenueKobo: 4000 }],
  });
  expect(numbers.days).toHaveLength(30);
  expect(numbers.days.at(-2)).toMatchObject({ day: "2026-11-20", orders: 1, revenueKobo: 1000 });
  expect(await countStoreWork(services.db, owner, store.id)).toEqual({
    toConfirm: 2,
    toPack: 1,
    toHandOver: 0,
    toPickUp: 0,
    onTheWay: 0,
  });
  const ready = await made.orderReady();
  expect(await countStoreWork(services.db, owner, store.id)).toMatchObject({ toHandOver: 1, onTheWay: 0 });
  await expectOnTheWayOncePickedUp(made, ready.id);
  expect(await countStoreWork(services.db, stranger, store.id)).toMatchObject({ toConfirm: 0, toPack: 0 });
  expect(await storeNumbers(services, stranger, store.id)).toMatchObject({
    orders: { total: 0 },
    products: { total: 0 },
  });
});
