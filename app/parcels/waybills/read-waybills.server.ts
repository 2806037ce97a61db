/** WAYBILL-2: reads waybills, for people who may see whole addresses. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { SentCode } from "../bookings/sender-browser.server.ts";
import type { Admin, Customer, StoreOwner } from "../../access/actor.ts";
import type { PieceCode } from "../../domain/piece-code.ts";
import { bookings, orders, stores } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { readLabels } from "./read-labels.server.ts";
import { MOST_WAYBILLS, type Waybill } from "./waybill.ts";
import { notePrinted } from "./note-printed.server.ts";

export type FoundWaybills = {
  waybills: Waybill[];
  /** The codes for which there is no booking or piece. */
  unknown: PieceCode[];
  /** The codes that do not fit in this print, because a print has a limit. */
  later: PieceCode[];
};

/**
 * WAYBILL-3: reads labels for staff, in the order of the codes: at most 100. Also returns the codes without a label.
 */
export const readStaffWaybills = (
  services: Services,
  _admin: Admin,
  asked: readonly PieceCode[],
): Promise<FoundWaybills> => findWaybills(services, undefined, asked);

/** Reads labels for a store owner. Leaves out bookings without an order of the owner's store. */
export async function readStoreWaybills(
  services: Services,
  owner: StoreOwner,
  storeId: string,
  asked: readonly PieceCode[],
): Promise<Waybill[]> {
  const ownOrders = services.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(and(eq(stores.id, storeId), eq(stores.userId, owner.person.id)));
  return (await findWaybills(services, inArray(bookings.orderId, ownOrders), asked)).waybills;
}

/** Reads the labels of a booking for its customer. Empty for another person's booking. */
export async function readOwnWaybills(
  services: Services,
  customer: Customer,
  code: string,
): Promise<Waybill[]> {
  const own = eq(bookings.customerId, customer.person.id);
  return (await findWaybills(services, own, [{ code, piece: null }])).waybills;
}

/** Reads the labels of a booking for the browser in which a guest made the booking. */
export const readSentWaybills = async (services: Services, code: SentCode): Promise<Waybill[]> =>
  (await findWaybills(services, undefined, [{ code, piece: null }])).waybills;

/** BULK-9: reads a batch's labels in the order of the codes. The caller must check who owns the batch. */
export async function readBatchLabels(
  services: Services,
  batchId: string,
  codes: readonly string[],
): Promise<Waybill[]> {
  if (codes.length === 0) return [];
  const where = eq(bookings.batchId, batchId);
  await notePrinted(services, where);
  return readLabels(
    services,
    where,
    codes.map((code) => ({ code, piece: null })),
  );
}

/** Finds the labels of the codes, only of bookings that match `whose`. Undefined means all bookings. */
export async function findWaybills(
  services: Services,
  whose: SQL | undefined,
  asked: readonly PieceCode[],
): Promise<FoundWaybills> {
  const first = asked.slice(0, MOST_WAYBILLS);
  const counts = await countPieces(services, whose, first);
  const { now, unknown, later } = inOnePrint(first, counts);
  const where = and(
    whose,
    inArray(
      bookings.trackingCode,
      now.map(({ code }) => code),
    ),
  );
  if (now.length > 0) await notePrinted(services, where);
  const waybills = now.length > 0 ? await readLabels(services, where, now) : [];
  return { waybills, unknown, later: [...later, ...asked.slice(MOST_WAYBILLS)] };
}

async function countPieces(
  { db }: Services,
  whose: SQL | undefined,
  asked: readonly PieceCode[],
): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map();
  const codes = asked.map(({ code }) => code);
  const rows = await db
    .select({ code: bookings.trackingCode, pieces: bookings.pieces })
    .from(bookings)
    .where(and(whose, inArray(bookings.trackingCode, codes)));
  return new Map(rows.map(({ code, pieces }) => [code, pieces]));
}

/**
 * Divides the codes into those for this print, those for later prints, and unknown codes. All labels of a booking are
 * in the same print.
 */
function inOnePrint(asked: readonly PieceCode[], counts: ReadonlyMap<string, number>) {
  const now: PieceCode[] = [];
  const unknown: PieceCode[] = [];
  const later: PieceCode[] = [];
  let labels = 0;
  for (const one of asked) {
    const pieces = counts.get(one.code);
    if (pieces === undefined || (one.piece ?? 1) > pieces) {
      unknown.push(one);
      continue;
    }
    labels += one.piece === null ? pieces : 1;
    if (labels > MOST_WAYBILLS) later.push(one);
    else now.push(one);
  }
  return { now, unknown, later };
}
