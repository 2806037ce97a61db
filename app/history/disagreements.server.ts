/** CUSTODY-7: asks dispatch about two deeds of a piece that contradict each other. An undo ends the question. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { disagreementsOf, type Disagreement, type StateEvent } from "../domain/booking-state.ts";
import { formatDateTime } from "../domain/dates.ts";
import { BOOKING_STATUS_LABELS } from "../domain/delivery-status.ts";
import { EVENT_FACTS } from "../domain/event-kinds.ts";
import { failureReason } from "../domain/failure-reasons.ts";
import { closedColumns, openExceptions, type NewException } from "../notifications/open-exception.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { bookingEvents, exceptions, hubs, pieces } from "../platform/db/schema.ts";
import type { Act, Acting } from "../platform/operations/act.server.ts";

/** A booking whose row is locked, with all its events. */
type History = { id: string; pieces: number; events: readonly StateEvent[] };
/** The acts of the new events, by the id of the event. */
type Written = ReadonlyMap<number, Act>;

const KIND = "deeds_disagree";
const TAKEN_BACK = "One of the two deeds was taken back";

/**
 * Opens an exception for each pair of deeds that cannot both be true, if at least one of the two is new. Opens none for
 * a pair that an earlier exception covers (`isSame`), or if an exception about the same piece is already open. So a
 * repeated upload opens no second exception. If one of an open exception's deeds was undone, closes the exception.
 */
export async function askDisagreements(
  { tx }: Pick<Acting, "tx">,
  histories: readonly History[],
  written: Written,
): Promise<void> {
  const undone = histories.flatMap(({ id: bookingId, events }) =>
    events.flatMap(({ id, undoes }) =>
      undoes !== null && written.has(id) ? [{ bookingId, id, undoes }] : [],
    ),
  );
  const found = histories.flatMap(({ id, ...history }) =>
    disagreementsOf(history.pieces, history.events).map((pair) => ({
      ...{ ...pair, bookingId: id, isAll: history.pieces > 1 && pair.against.kind === "status_set" },
    })),
  );
  const fresh = found.filter(({ said, against }) => written.has(said.id) || written.has(against.id));
  if (fresh.length + undone.length === 0) return;
  const before = await askedBefore(
    tx,
    [...fresh, ...undone].map(({ bookingId }) => bookingId),
  );
  await takeBack(tx, before, found, { undone, written });
  const left = fresh.filter((pair) => !before.some((row) => isSame(row, pair)));
  const facts = await factsOf(tx, left);
  const byAct = Map.groupBy(left, ({ said, against }) => written.get(against.id) ?? written.get(said.id)!);
  for (const [act, own] of byAct)
    await openExceptions(
      tx,
      own.map((pair) => exceptionOf(pair, facts)),
      act,
    );
}

type Pair = Disagreement & { bookingId: string; isAll: boolean };
type Asked = Awaited<ReturnType<typeof askedBefore>>[number];

const askedBefore = (tx: Tx, bookingIds: readonly string[]) =>
  tx
    .select({
      id: exceptions.id,
      bookingId: exceptions.bookingId,
      details: exceptions.details,
      isOpen: sql<boolean>`${exceptions.closedAt} is null`,
      isDecided: sql<boolean>`${exceptions.closedByUserId} is not null`,
    })
    .from(exceptions)
    .where(and(eq(exceptions.kind, KIND), inArray(exceptions.bookingId, [...new Set(bookingIds)])));

/**
 * True if this earlier exception covers the pair of deeds, so that the pair needs no exception of its own. For a status
 * that staff set (`against`), the exception must be open, or about the same delivery or return (`said`). For any other
 * pair, a person must have closed the exception, and it must be about the same `against` and the same piece.
 */
function isSame({ bookingId, details, isOpen, isDecided }: Asked, { said, against, ...pair }: Pair): boolean {
  if (bookingId !== pair.bookingId) return false;
  const { said: before, against: other, piece } = details ?? {};
  if (against.kind === "status_set") return isOpen || before === said.id;
  return isDecided && other === against.id && piece === pair.piece;
}

/** Closes the exceptions about an undone event, if no other events of the same booking contradict each other. */
async function takeBack(
  tx: Tx,
  before: readonly Asked[],
  found: readonly Pair[],
  { undone, written }: { undone: readonly { id: number; undoes: number }[]; written: Written },
): Promise<void> {
  for (const { id, bookingId, details, isOpen } of before) {
    const by = undone.find(({ undoes }) => [details?.["said"], details?.["against"]].includes(undoes));
    if (!isOpen || !by || found.some((pair) => pair.bookingId === bookingId)) continue;
    const { at, by: author } = written.get(by.id)!;
    await tx
      .update(exceptions)
      .set(closedColumns({ ...author, at }, "no_fault", TAKEN_BACK))
      .where(and(eq(exceptions.id, id), isNull(exceptions.closedAt)));
  }
}

type Facts = {
  told: Map<number, Awaited<ReturnType<typeof toldBy>>[number]>;
  pieces: Map<string, string>;
};

async function factsOf(tx: Tx, pairs: readonly Pair[]): Promise<Facts> {
  if (pairs.length === 0) return { told: new Map(), pieces: new Map() };
  const rows = await toldBy(
    tx,
    pairs.flatMap(({ said, against }) => [said.id, against.id]),
  );
  const there = await tx
    .select({ id: pieces.id, bookingId: pieces.bookingId, number: pieces.number })
    .from(pieces)
    .where(inArray(pieces.bookingId, [...new Set(pairs.map(({ bookingId }) => bookingId))]));
  return {
    told: new Map(rows.map((row) => [row.id, row])),
    pieces: new Map(there.map(({ id, bookingId, number }) => [`${bookingId} ${number}`, id])),
  };
}

const toldBy = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({
      id: bookingEvents.id,
      kind: bookingEvents.kind,
      toStatus: bookingEvents.toStatus,
      occurredAt: bookingEvents.occurredAt,
      byName: bookingEvents.byName,
      reason: bookingEvents.reason,
      hubId: bookingEvents.hubId,
      runId: bookingEvents.runId,
      hub: hubs.name,
    })
    .from(bookingEvents)
    .leftJoin(hubs, eq(hubs.id, bookingEvents.hubId))
    .where(inArray(bookingEvents.id, [...new Set(ids)]));

function exceptionOf({ bookingId, piece, isAll, ...pair }: Pair, facts: Facts): NewException {
  const [said, against] = [facts.told.get(pair.said.id)!, facts.told.get(pair.against.id)!];
  return {
    kind: KIND,
    bookingId,
    pieceId: isAll ? null : facts.pieces.get(`${bookingId} ${piece}`)!,
    runId: against.runId ?? said.runId,
    hubId: against.hubId ?? said.hubId,
    note: `${inWords(said)}. ${inWords(against)}.`,
    details: { said: said.id, against: against.id, piece },
  };
}

function inWords({
  kind,
  toStatus,
  occurredAt,
  byName,
  reason,
  hub,
}: Awaited<ReturnType<typeof toldBy>>[number]) {
  const what =
    kind === "status_set" ? `${BOOKING_STATUS_LABELS[toStatus]}, set by hand` : EVENT_FACTS[kind].name;
  const where = EVENT_FACTS[kind].atHub && hub ? ` ${hub}` : "";
  const why = reason ? ` (${failureReason(reason).label})` : "";
  return `${what}${where}${why}: ${byName ?? "Unnamed"}, ${formatDateTime(occurredAt)}`;
}
