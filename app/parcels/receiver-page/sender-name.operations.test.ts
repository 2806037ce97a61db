/** The sender's name as the receiver reads it, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { asGuest } from "../../access/actors.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { cancelBooking } from "../bookings/cancel-booking.server.ts";
import { senderNameOf } from "./read-receiver.server.ts";

const { opened, services, db } = await fileServices();

test("[RECEIVER-2] a store has its whole name, also after it cancelled the delivery; a person has the first name", async () => {
  const owner = await makeOwner(services);
  const customerId = owner.person.id;
  const store = await makeStore(services, customerId, { businessName: "Zuri Fabrics" });
  const product = await makeProduct(services, store.id);
  const order = await makeOrder(services, store.id, [{ product, quantity: 1 }]);
  const { id, trackingCode } = await bookOne(opened);
  const set = (more: Partial<typeof bookings.$inferInsert>) =>
    db.update(bookings).set(more).where(eq(bookings.id, id));
  const name = async () => {
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
    return senderNameOf(db, row!);
  };
  await set({ customerId, orderId: order.id, senderName: "Zuri Fabrics" });
  expect(await name()).toBe("Zuri Fabrics");
  await cancelBooking(services, asGuest("127.0.0.1"), { code: trackingCode }, crypto.randomUUID());
  expect(await name()).toBe("Zuri Fabrics");
  // The store's name is not shown for a private booking of the store's owner, or for a stranger with the same name as
  // the store.
  await set({ senderName: "Ngozi Okafor" });
  expect(await name()).toBe("Ngozi");
  await set({ customerId: null, senderName: "Zuri Fabrics" });
  expect(await name()).toBe("Zuri");
});
