/** CUSTODY-2: writes deeds into the histories of bookings, and derives the bookings' states again. */
import { eq, sql } from "drizzle-orm";
import { bookingState, countedEvents, type StateEvent } from "../domain/booking-state.ts";
import type { BookingStatus } from "../domain/delivery-status.ts";
import { EVENT_FACTS, type EventKind } from "../domain/event-kinds.ts";
import type { FailureReason } from "../domain/failure-reasons.ts";
import type { ReportedEvent } from "../domain/receiver-question.ts";
import type { IncidentKind } from "../domain/run.ts";
import { NEWS_OF, type MessageKind } from "../domain/receiver-messages.ts";
import { notifyAll } from "../notifications/notify.server.ts";
import { tellReceivers } from "../notifications/tell-receivers.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { bookingEvents, bookings } from "../platform/db/schema.ts";
import type { Topic } from "../platform/live/live.server.ts";
import type { Act, Acting } from "../platform/operations/act.server.ts";
import type { Services } from "../platform/services.server.ts";
import { drawMissingPins } from "./draw-pins.server.ts";
import { askDisagreements } from "./disagreements.server.ts";
import { stateEventsOf } from "./state-events.server.ts";

export type Deed = {
  bookingId: string;
  /** The number of the piece; null for a deed about all pieces. */
  piece: number | null;
  kind: EventKind;
  /** The status that staff set by hand; left out for other kinds of deeds. */
  toStatus?: BookingStatus;
  occurredAt: Date;
  /** The act of this deed, if it is written together with those of other acts. */
  act?: Act;
  hubId?: string | null;
  runId?: string | null;
  reason?: FailureReason | null;
  note?: string | null;
  incident?: IncidentKind | null;
  /** The event that a deed of kind `undone` undoes. */
  undoes?: number;
};

export type DoneBooking = {
  id: string;
  code: string;
  before: BookingStatus;
  status: BookingStatus;
  version: number;
  /** The newest event that was written for the booking. */
  eventId: number;
  /** False if all that was written are attempts that do not count (CUSTODY-7). */
  counts: boolean;
};

type DeedWork = Acting & { services: Services };

/**
 * Adds deeds to the histories of their bookings in the caller's transaction. A booking gets the status to which its
 * events lead in the order in which they happened, so a late report changes nothing that happened after it. A deed of
 * all pieces of a booking is one event. The sender of a booking gets at most one mail, however many deeds the booking
 * has. Asks dispatch about deeds that cannot both be true (CUSTODY-7). Locks the rows of the bookings in order of code, unless the caller has locked them and passes them as `known`.
 * Returns the status of each booking before and after, by its id.
 */
export async function addEvents(
  work: DeedWork,
  deeds: readonly Deed[],
  known?: ReadonlyMap<string, LockedForDeeds>,
): Promise<Map<string, DoneBooking>> {
  const { tx, services } = work;
  if (deeds.length === 0) return new Map();
  const locked = known ?? (await lockForDeeds(tx, [...new Set(deeds.map(({ bookingId }) => bookingId))]));
  const earlier = await stateEventsOf(tx, [...locked.keys()]);
  const done = new Map<string, DoneBooking>();
  const rows: WrittenRow["row"][] = [];
  const acts: Act[] = [];
  const states = new Map<string, ReturnType<typeof bookingState>>();
  let unsaved = 0;
  for (const deed of together(deeds, locked)) {
    const booking = locked.get(deed.bookingId);
    if (!booking) continue;
    const events = earlier.get(booking.id) ?? [];
    const from = states.get(booking.id)?.status ?? booking.status;
    const event = stateEvent(work, deed, { from, id: --unsaved });
    events.push(event);
    earlier.set(booking.id, events);
    const state = bookingState(booking.pieces, events);
    states.set(booking.id, state);
    acts.push(deed.act ?? work.act);
    rows.push({
      ...(await rowOf(work, deed)),
      fromStatus: from,
      toStatus: event.kind === "status_set" ? event.toStatus : state.status,
    });
  }
  if (rows.length === 0) return done;
  const saved = await tx.insert(bookingEvents).values(rows).returning({ id: bookingEvents.id });
  const changed = [...states].filter(([id, state]) => differs(locked.get(id)!, state));
  await setStates(tx, work.act.at, changed);
  const histories = [...states.keys()].map((id) => historyOf(locked.get(id)!, earlier.get(id)!, saved));
  const counting = new Set(
    histories.flatMap(({ pieces, events }) => countedEvents(pieces, events).map(({ id }) => id)),
  );
  const written = rows.map((row, index) => ({ row, id: saved[index]!.id }));
  const changedIds = new Set(changed.map(([id]) => id));
  for (const { row, id: eventId } of written) {
    const { id, code, status: before, version } = locked.get(row.bookingId)!;
    done.set(id, {
      ...{ id, code, before, eventId, status: states.get(id)!.status },
      version: version + (changedIds.has(id) ? 1 : 0),
      counts: counting.has(eventId) || (done.get(id)?.counts ?? false),
    });
  }
  await askDisagreements(work, histories, new Map(acts.map((act, index) => [saved[index]!.id, act])));
  const out = [...new Set(rows.filter(goesOut).map(({ bookingId }) => bookingId))];
  await drawMissingPins(services, tx, out);
  const news = written.filter(({ id }) => counting.has(id));
  for (const [kind, ids] of newsOf(news, done))
    await tellReceivers({ services, tx, at: work.act.at }, kind, ids);
  await notifyAll(services, tx, "status_changed", mailsOf(news, done));
  return done;
}

type WrittenRow = { row: typeof bookingEvents.$inferInsert; id: number };

/** A booking with its events. Those of `saved` have got their ids from the database: the first one had the id -1. */
const historyOf = (
  { id, pieces }: LockedForDeeds,
  events: readonly StateEvent[],
  saved: readonly { id: number }[],
) => ({
  ...{ id, pieces },
  events: events.map((event) => (event.id < 0 ? { ...event, id: saved[-event.id - 1]!.id } : event)),
});

/** RECEIVER-4: true for a deed after which the receiver needs the PIN. */
const goesOut = ({ kind }: { kind?: EventKind }) => kind === "out_for_delivery";

/**
 * TELL-1: the bookings whose receivers get news of these deeds, by the kind of news. A deed is no news if a newer deed
 * led to another status.
 */
function newsOf(
  written: readonly WrittenRow[],
  done: ReadonlyMap<string, DoneBooking>,
): Map<MessageKind, string[]> {
  const news = new Map<MessageKind, Set<string>>();
  for (const {
    row: { bookingId, kind = "status_set" },
  } of written) {
    const told = NEWS_OF[kind];
    if (!told || EVENT_FACTS[kind].leadsTo !== done.get(bookingId)!.status) continue;
    news.set(told, (news.get(told) ?? new Set()).add(bookingId));
  }
  return new Map([...news].map(([kind, ids]) => [kind, [...ids]]));
}

/** The live topics of the bookings of these deeds. */
export const deedTopics = (codes: Iterable<string>): Topic[] => [
  "bookings",
  ...[...codes].map((code): Topic => `booking:${code}`),
];

/** The columns of a row-locked booking that deeds need. */
export const lockedForDeeds = {
  id: bookings.id,
  code: bookings.trackingCode,
  status: bookings.status,
  version: bookings.version,
  pieces: bookings.pieces,
  deliveredAt: bookings.deliveredAt,
};
export type LockedForDeeds = Pick<
  typeof bookings.$inferSelect,
  "id" | "status" | "version" | "pieces" | "deliveredAt"
> & { code: string };

/** Locks the rows of bookings in order of code, by id. */
export async function lockForDeeds(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedForDeeds>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select(lockedForDeeds)
    .from(bookings)
    .where(sql`${bookings.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(bookings.trackingCode)
    .for("no key update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deeds of one kind and time about every piece of a booking are merged into one deed about all pieces. */
function together(deeds: readonly Deed[], locked: ReadonlyMap<string, LockedForDeeds>): Deed[] {
  const groups = Map.groupBy(deeds, ({ bookingId, kind, occurredAt, reason, piece, undoes }) =>
    [bookingId, kind, occurredAt.getTime(), reason ?? "", piece === null, undoes ?? ""].join(),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const whole =
      first && new Set(group.map(({ piece }) => piece)).size === locked.get(first.bookingId)?.pieces;
    return whole ? [{ ...first, piece: null }] : group;
  });
}

const stateEvent = (
  work: DeedWork,
  { kind, occurredAt, piece, toStatus, undoes, act = work.act, reason = null }: Deed,
  { from, id }: { from: BookingStatus; id: number },
): ReportedEvent => ({
  ...{ id, kind, occurredAt, piece, reason, undoes: undoes ?? null, phone: act.phone },
  toStatus: toStatus ?? EVENT_FACTS[kind].leadsTo ?? from,
});

/** The row of a deed's event. The columns for the status before and after it are added in addEvents. */
async function rowOf(work: DeedWork, { act = work.act, ...deed }: Deed) {
  return { ...deed, actId: await act.id(deed), receivedAt: act.at, ...act.by };
}

const differs = ({ status, deliveredAt }: LockedForDeeds, state: ReturnType<typeof bookingState>) =>
  status !== state.status || deliveredAt?.getTime() !== state.deliveredAt?.getTime();

async function setStates(
  tx: Tx,
  at: Date,
  changed: readonly [string, ReturnType<typeof bookingState>][],
): Promise<void> {
  if (changed.length === 0) return;
  const column = <T>(values: T[]) => sql.param(values);
  await tx.execute(sql`
    update ${bookings} set status = new.status, delivered_at = new.delivered_at, version = version + 1, updated_at = ${at.toISOString()}::timestamptz
    from unnest(${column(changed.map(([id]) => id))}::uuid[], ${column(changed.map(([, { status }]) => status))}::text[],
      ${column(changed.map(([, { deliveredAt }]) => deliveredAt?.toISOString() ?? null))}::timestamptz[]) as new (id, status, delivered_at)
    where ${eq(bookings.id, sql`new.id`)}`);
}

/**
 * The mails about these deeds: one for each booking, about its newest deed of a kind with a mail. A deed is not mailed
 * if a newer deed led to another status, nor is a delivery while another piece is on the way.
 */
function mailsOf(written: readonly WrittenRow[], done: ReadonlyMap<string, DoneBooking>) {
  const mails = new Map<string, { bookingId: string; eventId: number }>();
  for (const { row, id: eventId } of written) {
    const { bookingId, kind = "status_set", toStatus } = row;
    const { mailsSender, leadsTo } = EVENT_FACTS[kind];
    const now = done.get(bookingId)!.status;
    const counts = kind === "status_set" ? toStatus === now : leadsTo === now;
    if (mailsSender && counts) mails.set(bookingId, { bookingId, eventId });
  }
  return [...mails.values()];
}
