/** The status of an order follows its parcel. Neither the store nor the buyer has to enter what a rider did. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { receiveAt, piecesOf } from "../../../test/fixtures/road.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { HOUR, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../domain/order-status.ts";
import { changeStatus, undoStatus } from "../../parcels/bookings/change-status.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { findBuyerOrder } from "../orders/buyer-order.server.ts";
import { PROGRESS_LABELS, progressOf } from "../orders/order-progress.ts";
import { countStoreOrders, countStoreWork, findStoreOrder, listStoreOrders } from "./store-orders.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, assign, sendOut, delivery } = await makeRunDesk(opened);
const owner = await makeOwner(services);
const store = await makeStore(services, owner.person.id);
const product = await makeProduct(services, store.id);

/** A confirmed order with a booked delivery. */
async function bookedOrder() {
  const order = await makeOrder(services, store.id, [{ product, quantity: 1 }], {
    status: "confirmed",
    viewToken: crypto.randomUUID().replaceAll("-", "").slice(0, 22),
    deliveryAddress: "12 Toyin Street, Ikeja",
  });
  const booking = await bookOne(opened);
  await db.update(bookings).set({ orderId: order.id }).where(eq(bookings.id, booking.id));
  const pieces = (await piecesOf(opened, booking.id)).map(({ id }) => id);
  return { order, pieces, booking };
}

const versionOf = async (id: string) =>
  (await db.select({ version: bookings.version }).from(bookings).where(eq(bookings.id, id)))[0]!.version;

/** Sets the status of a booking by hand. */
async function set(id: string, status: "in_transit" | "failed") {
  const change = { id, version: await versionOf(id), status, note: "" };
  const done = await changeStatus(services, desk, { ...change, reason: "nobody_home", together: 1 });
  expect(done).toMatchObject({ ok: true, changed: true });
}

/** Returns what the buyer and the store see of the order, and the counts on the store's pages that are not zero. */
async function seen({ id, viewToken }: { id: string; viewToken: string }) {
  const label = (order: Parameters<typeof progressOf>[0] | null) =>
    order && PROGRESS_LABELS[progressOf(order)];
  const lists: OrderStatus[] = [];
  for (const status of ORDER_STATUSES) {
    const page = { search: "", status, cursor: null, direction: "next" } as const;
    const { rows } = await listStoreOrders(db, owner, store.id, page);
    if (rows.some((row) => row.id === id)) lists.push(status);
  }
  const above = (counts: Record<string, number>) =>
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return {
    buyer: label(await findBuyerOrder(db, viewToken)),
    store: label(await findStoreOrder(db, owner, store.id, id)),
    lists,
    counts: above(await countStoreOrders(db, owner, store.id)),
    work: above(await countStoreWork(db, owner, store.id)),
  };
}

test("[ORDER-10] [OWNER-4] an order whose parcel leaves is packed, and one whose parcel a rider delivers is completed, until that is taken back", async () => {
  const { order, pieces } = await bookedOrder();
  expect(await seen(order)).toEqual({
    buyer: "Confirmed",
    store: "Confirmed",
    lists: ["confirmed"],
    counts: { confirmed: 1 },
    work: { toPack: 1, toPickUp: 1 },
  });
  await receiveAt(opened, desk, IKJ.id, pieces);
  const left = {
    buyer: "Left the store",
    store: "Left the store",
    lists: ["ready"],
    counts: { ready: 1 },
    work: { onTheWay: 1 },
  };
  expect(await seen(order)).toEqual(left);
  const run = await delivery();
  await assign(run.id, pieces);
  await sendOut(run.id);
  clock.pass(HOUR);
  const phone = await Phone.of(opened, musa.id);
  const deed = phone.delivers(run, pieces);
  await phone.sends();
  expect(await seen(order)).toEqual({
    buyer: "Completed",
    store: "Completed",
    lists: ["completed"],
    counts: { completed: 1 },
    work: {},
  });
  phone.does({ kind: "undo", of: deed.id }, run);
  await phone.sends();
  expect(await seen(order)).toEqual(left);
});

test("[ORDER-10] an order whose delivery failed before the pickup stays as it was until the parcel leaves", async () => {
  const shown = async ({ id, viewToken }: { id: string; viewToken: string }) => {
    const { buyer, store, lists } = await seen({ id, viewToken });
    return { buyer, store, lists };
  };
  const confirmed = { buyer: "Confirmed", store: "Confirmed", lists: ["confirmed"] };
  const left = { buyer: "Left the store", store: "Left the store", lists: ["ready"] };
  const { order, pieces, booking } = await bookedOrder();
  await set(booking.id, "failed");
  expect(await shown(order)).toEqual(confirmed);
  expect(await countStoreWork(db, owner, store.id)).toMatchObject({ toPack: 1, toPickUp: 0 });
  await receiveAt(opened, desk, IKJ.id, pieces);
  expect(await shown(order)).toEqual(left);
  // If staff set a status by hand, the sender is still recorded as the holder of the pieces.
  const other = await bookedOrder();
  await set(other.booking.id, "in_transit");
  await undoStatus(services, desk, { id: other.booking.id, version: await versionOf(other.booking.id) });
  await set(other.booking.id, "failed");
  expect(await shown(other.order), "a status that was undone").toEqual(confirmed);
  await set(other.booking.id, "in_transit");
  await set(other.booking.id, "failed");
  expect(await shown(other.order)).toEqual(left);
});

test("[ORDER-5] [ORDER-10] the buyer's page and the store's page are notified when the parcel goes on", async () => {
  while (!services.live.listening()) await new Promise((done) => setTimeout(done, 20));
  const { order, pieces } = await bookedOrder();
  const isTold = (topic: `order:${string}` | `store:${string}`) =>
    new Promise<void>((done) => {
      const end = services.live.subscribe([topic], () => (end(), done()));
    });
  const bothAreTold = () => Promise.all([isTold(`order:${order.id}`), isTold(`store:${store.id}`)]);
  const ofScan = bothAreTold();
  await receiveAt(opened, desk, IKJ.id, pieces);
  await ofScan;
  const run = await delivery();
  await assign(run.id, pieces);
  await sendOut(run.id);
  clock.pass(HOUR);
  const ofDeed = bothAreTold();
  const phone = await Phone.of(opened, musa.id);
  phone.delivers(run, pieces);
  await phone.sends();
  await ofDeed;
});
