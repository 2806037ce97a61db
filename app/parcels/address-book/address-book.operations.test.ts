/** SENDER-1 to SENDER-5: address books, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { asCustomer } from "../../access/actors.server.ts";
import type { Customer } from "../../access/actor.ts";
import { exportOwnData } from "../../people/profile/own-data.server.ts";
import { deleteAccount } from "../../people/profile/delete-account.server.ts";
import { erasePhone } from "../../people/profile/erase-phone.server.ts";
import { repeatErasures } from "../../people/profile/erasures.server.ts";
import { bookings, profiles, savedReceivers } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { changeStatus } from "../bookings/change-status.server.ts";
import { eraseReceiver } from "../bookings/erase-receiver.server.ts";
import { repeatErasedReceivers } from "../bookings/erased-receivers.server.ts";
import { findWhileTyping, listReceivers, prefillReceiver } from "./address-book.server.ts";
import { canSaveReceiver } from "./can-save-receiver.server.ts";
import {
  addReceiver,
  deleteReceiver,
  editReceiver,
  MOST_SAVED,
  saveFromBooking,
} from "./change-book.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff();
const key = () => crypto.randomUUID();
let made = 0;

async function makeCustomer(): Promise<Customer> {
  const [person] = await db
    .insert(profiles)
    .values({ email: `book${++made}@example.com`, firstName: "Ada", lastName: "Obi" })
    .returning();
  return asCustomer({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
}
const PHONE = "+2348035550123";
const MUSA = {
  fullName: "Musa Bello",
  phone: "0803 555 0123",
  address: "5 Bompai Road, Kano",
  landmark: "by the mosque",
  taker: "Amaka",
};
const list = (actor: Customer, storeId = "", search = "") =>
  listReceivers(db, { actor, storeId }, { search, ...FIRST_PAGE });
const names = async (actor: Customer, storeId = "") =>
  (await list(actor, storeId)).rows.map((row) => row.fullName);

/** Makes a booking with this status to Musa's phone number. `to` is the sender, or null for a guest. */
async function sent(to: Customer | null, status: "pending" | "delivered" | "failed", reason = "nobody_home") {
  opened.clock.pass(1000);
  const row = await bookOne(opened, { receiverPhone: MUSA.phone, senderEmail: "sender@example.com" });
  await db
    .update(bookings)
    .set({ customerId: to?.person.id ?? null })
    .where(eq(bookings.id, row.id));
  if (status !== "pending") {
    const change = {
      id: row.id,
      version: row.version,
      status,
      reason: status === "failed" ? reason : "",
      note: "",
    };
    const changed = await changeStatus.receive(services, moderator, change, key());
    expect(changed.ok).toBe(true);
  }
  return row;
}

test("[SENDER-1] a book is its owner's: others find, change and delete nothing, and a store's book is apart", async () => {
  const [ada, eve] = [await makeCustomer(), await makeCustomer()];
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const added = await addReceiver.receive(services, ada, MUSA, key());
  if (!added.ok) throw new Error(JSON.stringify(added));
  await addReceiver.receive(services, owner, { ...MUSA, fullName: "Buyer", storeId: store.id }, key());
  expect(await names(ada)).toEqual(["Musa Bello"]);
  expect(await names(eve)).toEqual([]);
  const asPerson = { ...owner, kind: "customer", browser: null } as unknown as Customer;
  expect(await names(asPerson)).toEqual([]);
  expect(await names(asPerson, store.id)).toEqual(["Buyer"]);
  expect(await names(ada, store.id)).toEqual([]);
  const { id } = added;
  expect(await addReceiver.receive(services, ada, { ...MUSA, storeId: store.id }, key())).toMatchObject({
    reason: "not_your_store",
  });
  expect(await editReceiver.receive(services, eve, { ...MUSA, id }, key())).toMatchObject({
    reason: "receiver_gone",
  });
  await deleteReceiver.receive(services, eve, { id }, key());
  expect(await names(ada)).toEqual(["Musa Bello"]);
  const edited = await editReceiver.receive(services, ada, { ...MUSA, id, fullName: "Musa B. Bello" }, key());
  expect(edited).toMatchObject({ ok: true });
  expect((await list(ada)).rows[0]).toMatchObject({ fullName: "Musa B. Bello", phone: PHONE, state: "Kano" });
  await deleteReceiver.receive(services, ada, { id }, key());
  expect(await names(ada)).toEqual([]);
});

test("[SENDER-1] one form adds one receiver, and a full book takes no more", async () => {
  const ada = await makeCustomer();
  const once = key();
  await Promise.all([1, 2, 3].map(() => addReceiver.receive(services, ada, MUSA, once)));
  expect(await names(ada)).toHaveLength(1);
  const row = { ...MUSA, phone: PHONE, state: "Kano", userId: ada.person.id };
  const rest = Array.from({ length: MOST_SAVED - 2 }, (_, n) => ({ ...row, fullName: `R${n}` }));
  await db.insert(savedReceivers).values(rest);
  const both = await Promise.all([1, 2].map(() => addReceiver.receive(services, ada, MUSA, key())));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.$count(savedReceivers, eq(savedReceivers.userId, ada.person.id))).toBe(MOST_SAVED);
});

test("[SENDER-2] name and phone find own receivers while typing, and fill the form in", async () => {
  const [ada, eve] = [await makeCustomer(), await makeCustomer()];
  await addReceiver.receive(services, ada, MUSA, key());
  for (const typed of ["mus", "Bello Mu", "0803 555", "5550123"])
    expect(await findWhileTyping(db, ada, typed)).toMatchObject([
      {
        name: "Musa Bello",
        address: "5 Bompai Road, Kano (by the mosque; Amaka may take it)",
        state: "Kano",
      },
    ]);
  expect(await findWhileTyping(db, ada, "")).toEqual([]);
  expect(await findWhileTyping(db, eve, "mus")).toEqual([]);
  const { id } = (await findWhileTyping(db, ada, "mus"))[0]!;
  expect(await prefillReceiver(db, ada, id)).toMatchObject({
    receiverName: "Musa Bello",
    receiverState: "Kano",
  });
  expect(await prefillReceiver(db, eve, id)).toBeNull();
});

test("[SENDER-3] the receiver of an own booking is saved once; a store's buyer in the store's book", async () => {
  const [ada, eve] = [await makeCustomer(), await makeCustomer()];
  const { trackingCode: code } = await sent(ada, "pending");
  expect(await canSaveReceiver(db, ada, code)).toBe(true);
  expect(await canSaveReceiver(db, eve, code)).toBe(false);
  expect(await saveFromBooking.receive(services, eve, { code }, key())).toMatchObject({
    reason: "booking_gone",
  });
  expect(await saveFromBooking.receive(services, ada, { code }, key())).toMatchObject({
    ok: true,
    added: true,
  });
  expect(await saveFromBooking.receive(services, ada, { code }, key())).toMatchObject({
    ok: true,
    added: false,
  });
  expect(await canSaveReceiver(db, ada, code)).toBe(false);
  const store = await makeStore(services, ada.person.id);
  const order = await makeOrder(services, store.id, [
    { product: await makeProduct(services, store.id), quantity: 1 },
  ]);
  const ordered = await sent(ada, "pending");
  await db.update(bookings).set({ orderId: order.id }).where(eq(bookings.id, ordered.id));
  expect(await saveFromBooking.receive(services, ada, { code: ordered.trackingCode }, key())).toMatchObject({
    added: true,
  });
  expect((await list(ada, store.id)).rows).toHaveLength(1);
  expect((await list(ada, store.id)).rows[0]!.before).toMatchObject({
    ended: 0,
    newest: ordered.trackingCode,
  });
});

test("[SENDER-4] how it went counts own parcels that ended, and names the last reason", async () => {
  const [ada, eve] = [await makeCustomer(), await makeCustomer()];
  for (const who of [ada, eve]) await addReceiver.receive(services, who, MUSA, key());
  expect((await list(ada)).rows[0]!.before).toBeNull();
  await sent(ada, "delivered");
  await sent(ada, "failed", "refused");
  await sent(eve, "delivered");
  await sent(null, "delivered");
  const last = await sent(ada, "failed");
  const [row] = (await list(ada)).rows;
  expect(row!.before).toEqual({
    delivered: 1,
    ended: 3,
    newest: last.trackingCode,
    lastReason: "nobody_home",
  });
  expect((await list(eve)).rows[0]!.before).toMatchObject({ delivered: 1, ended: 1, lastReason: null });
});

test("[SENDER-1] editing a receiver changes no booking", async () => {
  const ada = await makeCustomer();
  const booked = await sent(ada, "pending");
  await saveFromBooking.receive(services, ada, { code: booked.trackingCode }, key());
  const { id } = (await list(ada)).rows[0]!;
  await editReceiver.receive(services, ada, { ...MUSA, id, fullName: "Somebody Else", landmark: "" }, key());
  const [after] = await db.select().from(bookings).where(eq(bookings.id, booked.id));
  expect(after!.receiverName).toBe(booked.receiverName);
});

test("[SENDER-5] an erased receiver is in nobody's book, also after an older backup is restored", async () => {
  const [ada, eve] = [await makeCustomer(), await makeCustomer()];
  await db.delete(savedReceivers);
  for (const who of [ada, eve]) await addReceiver.receive(services, who, MUSA, key());
  const booked = await sent(ada, "delivered");
  const before = new Date(services.now().getTime() - 60_000);
  const restored = await db.select().from(savedReceivers);
  const [asItWas] = await db.select().from(bookings).where(eq(bookings.id, booked.id));
  const erased = await eraseReceiver(
    services,
    superAdmin,
    { id: booked.id, typedCode: booked.trackingCode },
    key(),
  );
  expect(erased).toMatchObject({ ok: true, changed: true });
  expect(await db.$count(savedReceivers)).toBe(0);
  // Puts the receiver's data back, as a restored backup would.
  const { search: _, ...columns } = restored[0]!;
  await db.insert(savedReceivers).values(columns);
  const { receiverName, receiverPhone } = asItWas!;
  await db.update(bookings).set({ receiverName, receiverPhone }).where(eq(bookings.id, booked.id));
  await transact(db, (tx) => repeatErasedReceivers(tx, services, before));
  expect(await db.$count(savedReceivers)).toBe(0);
});

test("[SENDER-5] a phone that the operator erases is in nobody's book, also after a restore", async () => {
  const ada = await makeCustomer();
  const phone = "0803 777 0099";
  await addReceiver.receive(services, ada, { ...MUSA, phone }, key());
  const before = services.now();
  const erased = await erasePhone(db, { phone, secret: services.secret }, services.now());
  expect(erased).toMatchObject({ ok: true });
  expect(await names(ada)).toEqual([]);
  await addReceiver.receive(services, ada, { ...MUSA, phone }, key());
  await transact(db, (tx) => repeatErasures(tx, services, before));
  expect(await names(ada)).toEqual([]);
});

test("[SENDER-5] the book is in the person's own data, and goes with the account and the store", async () => {
  const ada = await makeCustomer();
  const store = await makeStore(services, ada.person.id);
  await addReceiver.receive(services, ada, MUSA, key());
  await addReceiver.receive(services, ada, { ...MUSA, fullName: "Buyer", storeId: store.id }, key());
  const { addressBook } = await exportOwnData(services, ada);
  expect(addressBook.map(({ fullName }) => fullName).toSorted()).toEqual(["Buyer", "Musa Bello"]);
  const gone = await deleteAccount(services, ada, { email: ada.person.email });
  expect(gone.ok).toBe(true);
  expect(await db.$count(savedReceivers, eq(savedReceivers.storeId, store.id))).toBe(0);
  expect(await db.$count(savedReceivers, eq(savedReceivers.userId, ada.person.id))).toBe(0);
});
