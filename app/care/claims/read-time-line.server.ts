/** CLAIM-2: reads all known facts about the parcel of a claim. */
import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import { CLAIM_ENTRY_LABELS } from "../../domain/claims.ts";
import { HOLDER_NAMES, type HolderKind } from "../../domain/holders.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { CLAIM_EVENT_KINDS, EVENT_FACTS, MONEY_EVENT_KINDS } from "../../domain/event-kinds.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { formatNaira } from "../../domain/money.ts";
import { readProofs } from "../../parcels/proof/read-proofs.server.ts";
import { howText } from "../../parcels/proof/shown-proof.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  bookingEvents,
  claimEntries,
  contactMessages,
  contactReplies,
  custodyEntries,
  hubs,
  pieces,
} from "../../platform/db/schema.ts";
import { holderName } from "../exceptions/read-exception.server.ts";
import { timeLine, type Moment } from "./time-line.ts";

/** At most this many entries of each kind are read. No parcel has more. */
const MOST = 300;

type ParcelOf = { id: string; bookingId: string; code: string };

export async function readTimeLine(db: Db, parcel: ParcelOf): Promise<Moment[]> {
  const { id, bookingId } = parcel;
  return timeLine(
    ...(await Promise.all([
      eventsOf(db, bookingId),
      custodyOf(db, bookingId),
      proofsOf(db, parcel),
      messagesOf(db, id),
      entriesOf(db, id),
    ])),
  );
}

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(". ") || null;

/** Reads the booking's events, except events about money and events that repeat the claim's own entries. */
async function eventsOf(db: Db, bookingId: string): Promise<Moment[]> {
  const rows = await db
    .select({ event: bookingEvents, hub: hubs.name })
    .from(bookingEvents)
    .leftJoin(hubs, eq(hubs.id, bookingEvents.hubId))
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        notInArray(bookingEvents.kind, [...MONEY_EVENT_KINDS, ...CLAIM_EVENT_KINDS]),
      ),
    )
    .orderBy(asc(bookingEvents.id))
    .limit(MOST);
  return rows.map(({ event, hub }) => ({
    key: `event ${event.id}`,
    source: "event",
    at: event.occurredAt,
    heardAt: event.receivedAt,
    title:
      event.kind === "status_set"
        ? `Status: ${BOOKING_STATUS_LABELS[event.toStatus]}`
        : EVENT_FACTS[event.kind].name,
    by: event.byName,
    text: joined(
      event.piece !== null && `Piece ${event.piece}`,
      hub,
      event.reason && failureReason(event.reason).label,
      event.note,
    ),
    ...(event.runId && { to: `/admin/runs/${event.runId}` }),
  }));
}

async function custodyOf(db: Db, bookingId: string): Promise<Moment[]> {
  const rows = await db
    .select({
      entry: custodyEntries,
      number: pieces.number,
      fromName: holderName(custodyEntries.fromKind, custodyEntries.fromId),
      toName: holderName(custodyEntries.toKind, custodyEntries.toId),
    })
    .from(custodyEntries)
    .innerJoin(pieces, eq(pieces.id, custodyEntries.pieceId))
    .where(eq(pieces.bookingId, bookingId))
    .orderBy(asc(custodyEntries.id))
    .limit(MOST);
  const named = (kind: HolderKind, name: string | null) => name ?? HOLDER_NAMES[kind];
  return rows.map(({ entry, number, fromName, toName }) => ({
    key: `custody ${entry.id}`,
    source: "custody",
    at: entry.occurredAt,
    heardAt: entry.receivedAt,
    title: `${named(entry.fromKind, fromName)} → ${named(entry.toKind, toName)}`,
    by: entry.byName,
    text: joined(
      `Piece ${number}`,
      entry.oneSided && "Said by one side, not confirmed",
      entry.reverses !== null && "Takes an earlier one back",
    ),
  }));
}

async function proofsOf(db: Db, { bookingId, code }: ParcelOf): Promise<Moment[]> {
  return (await readProofs(db, bookingId)).map((proof) => ({
    key: `proof ${proof.id}`,
    source: "proof",
    at: proof.occurredAt,
    heardAt: proof.receivedAt,
    title: howText(proof),
    by: proof.byName,
    text: joined(proof.takenBy && `Taken by ${proof.takenBy}`, proof.note),
    to: `/admin/bookings/${code}/proof`,
  }));
}

async function messagesOf(db: Db, claimId: string): Promise<Moment[]> {
  const messages = await db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.claimId, claimId))
    .orderBy(asc(contactMessages.createdAt))
    .limit(MOST);
  const ids = messages.map((message) => message.id);
  const replies =
    ids.length === 0
      ? []
      : await db.select().from(contactReplies).where(inArray(contactReplies.messageId, ids)).limit(MOST);
  return [
    ...messages.map((one): Moment => ({
      key: `message ${one.id}`,
      source: "message",
      at: one.createdAt,
      title: one.subject,
      by: one.name,
      text: one.message,
      to: `/admin/contacts?view=${one.id}`,
    })),
    ...replies.map((one): Moment => ({
      key: `reply ${one.id}`,
      source: "message",
      at: one.createdAt,
      title: "Our reply",
      by: null,
      text: one.body,
    })),
  ];
}

async function entriesOf(db: Db, claimId: string): Promise<Moment[]> {
  const rows = await db
    .select()
    .from(claimEntries)
    .where(eq(claimEntries.claimId, claimId))
    .orderBy(asc(claimEntries.id))
    .limit(MOST);
  return rows.map(({ id, kind, at, byName, words, kobo }) => ({
    key: `claim ${id}`,
    source: "claim",
    at,
    title: CLAIM_ENTRY_LABELS[kind] + (kobo ? `, ${formatNaira(kobo)}` : ""),
    by: byName,
    text: words,
  }));
}
