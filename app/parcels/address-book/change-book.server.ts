/** SENDER-1, SENDER-3: adds, edits and deletes saved receivers. */
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { anybody } from "../../access/by.server.ts";
import { NOT_STORED } from "../../domain/erased.ts";
import type { StateName } from "../../domain/states.ts";
import { normaliseTrackingCode } from "../../domain/tracking-code.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, orders, savedReceivers, stores } from "../../platform/db/schema.ts";
import { plainField, uuidField } from "../../platform/http/fields.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { inBook, bookOwnerColumns, type BookActor } from "./book-owner.server.ts";
import { refuse } from "./messages.ts";
import { savedReceiver } from "./receiver-form.ts";

/** The most receivers in one address book. The limit stops one account from filling the database. */
export const MOST_SAVED = 2_000;

const by: By<BookActor> = anybody;
const ofBook = z.object({ storeId: z.string().max(40).default("") });
const ofReceiver = ofBook.extend({ id: uuidField });

/** Adds a receiver to an address book. Refuses another person's store, and a book that is full. */
export const addReceiver = operation({
  name: "address_book.add",
  by,
  input: z.intersection(ofBook, savedReceiver),
  run: async ({ tx, actor, at }, { storeId, ...form }) => {
    const { stateSure: _, ...row } = form;
    const owner = await bookOwnerColumns(tx, { actor, storeId });
    if (!owner) return refuse("not_found", "not_your_store");
    if (await isFull(tx, owner)) return refuse("conflict", "book_full", { most: MOST_SAVED });
    const [added] = await tx
      .insert(savedReceivers)
      .values({ ...row, ...owner, createdAt: at, updatedAt: at })
      .returning({ id: savedReceivers.id });
    return { ok: true, id: added!.id };
  },
});

/** Changes a saved receiver. Bookings made earlier stay unchanged. Refuses a receiver of another book. */
export const editReceiver = operation({
  name: "address_book.edit",
  by,
  input: z.intersection(ofReceiver, savedReceiver),
  run: async ({ tx, actor, at }, { id, storeId, ...form }) => {
    const { stateSure: _, ...row } = form;
    const changed = await tx
      .update(savedReceivers)
      .set({ ...row, updatedAt: at })
      .where(and(eq(savedReceivers.id, id), inBook({ actor, storeId })))
      .returning({ id: savedReceivers.id });
    return changed.length > 0 ? { ok: true, id } : refuse("not_found", "receiver_gone");
  },
});

/** Deletes a receiver from an address book. Succeeds too if the receiver is already deleted. */
export const deleteReceiver = operation({
  name: "address_book.delete",
  by,
  keyless: true,
  input: ofReceiver,
  run: async ({ tx, actor }, { id, storeId }) => {
    await tx.delete(savedReceivers).where(and(eq(savedReceivers.id, id), inBook({ actor, storeId })));
    return { ok: true };
  },
});

/**
 * SENDER-3: saves the receiver of the actor's own booking. The receiver of a store's order goes into the
 * store's book, any other receiver into the person's own book. Changes nothing if the book already has the
 * phone number. Refuses other people's bookings as not found, and refuses an erased receiver.
 */
export const saveFromBooking = operation({
  name: "address_book.save_from_booking",
  by,
  input: z.object({ code: plainField().max(40) }),
  run: async ({ tx, actor, at }, { code }) => {
    const booking = await findBooking(tx, actor, code);
    if (!booking) return refuse("not_found", "booking_gone");
    const { storeId, receiverState, ...receiver } = booking;
    if (receiver.phone === NOT_STORED) return refuse("conflict", "not_kept");
    const owner: Owner = {
      ...(storeId ? { userId: null, storeId } : { userId: actor.person.id, storeId: null }),
      businessId: null,
    };
    if (await isFull(tx, owner)) return refuse("conflict", "book_full", { most: MOST_SAVED });
    if (await isKnown(tx, { ...owner, phone: receiver.phone })) return { ok: true, added: false };
    await tx
      .insert(savedReceivers)
      .values({ ...receiver, state: receiverState as StateName, ...owner, createdAt: at, updatedAt: at });
    return { ok: true, added: true };
  },
});

type Owner = Record<"userId" | "storeId" | "businessId", string | null>;

const owned = ({ userId, storeId, businessId }: Owner) => {
  if (userId) return eq(savedReceivers.userId, userId);
  return storeId ? eq(savedReceivers.storeId, storeId) : eq(savedReceivers.businessId, businessId!);
};

/** True if the book is full. Locks the book, so that two copies of one form do not add two rows. */
async function isFull(tx: Tx, owner: Owner): Promise<boolean> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`address book ${owner.userId ?? owner.storeId ?? owner.businessId}`}, 0))`,
  );
  return (await tx.$count(savedReceivers, owned(owner))) >= MOST_SAVED;
}

const isKnown = async (tx: Tx, { phone, ...owner }: Owner & { phone: string }): Promise<boolean> =>
  (await tx.$count(savedReceivers, and(owned(owner), eq(savedReceivers.phone, phone)))) > 0;

async function findBooking(tx: Tx, { person }: BookActor, typed: string) {
  const code = normaliseTrackingCode(typed);
  if (!code) return null;
  const [row] = await tx
    .select({
      fullName: bookings.receiverName,
      phone: bookings.receiverPhone,
      address: bookings.receiverAddress,
      receiverState: bookings.receiverState,
      storeId: stores.id,
    })
    .from(bookings)
    .leftJoin(orders, eq(orders.id, bookings.orderId))
    .leftJoin(stores, and(eq(stores.id, orders.storeId), eq(stores.userId, person.id)))
    .where(and(eq(bookings.trackingCode, code), eq(bookings.customerId, person.id)));
  return row ?? null;
}
