/** CUSTODY-2: the only code that writes bookings' histories. Derives the states and carries out the consequences. */
import type { NewEvent, DoneBooking, Written } from "./events.server.ts";
import { bookingState, countedEvents, type BookingState } from "../domain/booking-state.ts";
import type { BookingStatus } from "../domain/delivery-status.ts";
import { EVENT_FACTS, isQuietKind, type QuietKind } from "../domain/event-kinds.ts";
import type { ReportedEvent } from "../domain/receiver-question.ts";
import { bookingEvents } from "../platform/db/schema.ts";
import type { Tx } from "../platform/db/client.server.ts";
import type { Topic } from "../platform/live/live.server.ts";
import type { Act, Acting } from "../platform/operations/act.server.ts";
import type { Services } from "../platform/services.server.ts";
import { askDisagreements } from "./disagreements.server.ts";
import { doWhatFollows } from "./follow.server.ts";
import { daysThatFollow } from "./moved-days.server.ts";
import { lockForDeeds, setColumns, setStates, type LockedForDeeds } from "./booking-rows.server.ts";
import { stateEventsOf } from "./state-events.server.ts";

type EventWork = Acting & { services: Services };
/**
 * The rows of bookings, by id. A row may come with the events that decide the booking's state, if the caller has read
 * them.
 */
type Known = ReadonlyMap<string, LockedForDeeds & { events?: ReportedEvent[] }>;

/**
 * Adds events to the histories of their bookings in the caller's transaction. Locks the rows of the bookings in order
 * of code, unless the caller passes locked rows as `known`. Returns the status of each booking before and after, by the
 * booking's id.
 *
 * - Equal events about all the pieces of a booking, one for each piece, are stored as one event.
 * - The events of a booking decide its status in the order in which they happened. So an event that is reported late
 *   overrules no event that happened after it.
 * - The table EVENT_FACTS says what follows from an event. If nothing follows from the events, `services` may be
 *   missing.
 * - The sender of a booking gets at most one mail, however many events are added.
 * - Dispatch is asked about events that cannot both be true (CUSTODY-7).
 * - A booking's version increases if its state or a column changes.
 */
export async function addEvents(
  work: Acting,
  events: readonly NewEvent<QuietKind>[],
  known?: Known,
): Promise<Map<string, DoneBooking>>;
export async function addEvents(
  work: EventWork,
  events: readonly NewEvent[],
  known?: Known,
): Promise<Map<string, DoneBooking>>;
export async function addEvents(
  work: Acting & { services?: Services },
  events: readonly NewEvent[],
  known?: Known,
): Promise<Map<string, DoneBooking>> {
  const { tx, services, act } = work;
  if (events.length === 0) return new Map();
  const locked = known ?? (await lockForDeeds(tx, [...new Set(events.map(({ bookingId }) => bookingId))]));
  const { entries, states, stories } = await derive(tx, act, together(events, act, locked), locked);
  if (entries.length === 0) return new Map();
  const written = await insertEvents(tx, entries);
  const changed = [...states].filter(([id, state]) => differs(locked.get(id)!, state));
  await setStates(tx, act.at, changed);
  const columns = new Map(
    written.flatMap(({ event: { bookingId, set } }) => (set ? [[bookingId, set]] : [])),
  );
  await setColumns(tx, act.at, columns, new Set(changed.map(([id]) => id)));
  const isChanged = new Set([...changed.map(([id]) => id), ...columns.keys()]);
  const done = new Map<string, DoneBooking>();
  for (const { id: eventId, row } of written) {
    const { id, code, status: before, version } = locked.get(row.bookingId)!;
    const status = states.get(id)?.status ?? before;
    done.set(id, { id, code, before, status, version: version + (isChanged.has(id) ? 1 : 0), eventId });
  }
  const histories = historiesOf(stories, written, locked);
  await askDisagreements({ tx }, histories, new Map(written.map((one) => [one.id, one.act])));
  const counted = new Set(
    histories.flatMap(({ pieces, events: all }) => countedEvents(pieces, all).map(({ id }) => id)),
  );
  const counting = written.filter(({ id, unsaved }) => unsaved === null || counted.has(id));
  if (services) {
    await doWhatFollows({ services, tx, act }, { written, counting }, done);
    await addEvents({ services, tx, act }, await daysThatFollow({ services, tx, act }, counting, done));
  }
  return done;
}

type Entry = Omit<Written, "id">;

/**
 * Returns the rows of the events, and the resulting states of the bookings. Does not query the database if no event can
 * change a status.
 */
async function derive(tx: Tx, ofAll: Act, events: readonly NewEvent[], locked: Known) {
  const stating = events.filter(({ kind }) => !isQuietKind(kind) && kind !== "corrected");
  const unread = stating.length > 0 ? [...locked].flatMap(([id, known]) => (known.events ? [] : [id])) : [];
  const earlier = await stateEventsOf(tx, unread);
  for (const [id, known] of locked) if (known.events) earlier.set(id, known.events);
  const states = new Map<string, BookingState>();
  const entries: Entry[] = [];
  const stories = new Map<string, ReportedEvent[]>();
  for (const event of events) {
    const booking = locked.get(event.bookingId);
    if (!booking) continue;
    const from = states.get(booking.id)?.status ?? booking.status;
    let to = from;
    let unsaved: number | null = null;
    if (stating.includes(event)) {
      const own = earlier.get(booking.id) ?? [];
      unsaved = -1 - entries.length;
      own.push(stateEvent(event, ofAll, { from, id: unsaved }));
      earlier.set(booking.id, own);
      stories.set(booking.id, own);
      const state = bookingState(booking.pieces, own);
      states.set(booking.id, state);
      to = event.kind === "status_set" ? (event.toStatus ?? from) : state.status;
    }
    entries.push({ ...(await entryOf(event, ofAll, { from, to })), unsaved });
  }
  return { entries, states, stories };
}

async function entryOf(
  event: NewEvent,
  ofAll: Act,
  { from, to }: { from: BookingStatus; to: BookingStatus },
): Promise<Omit<Entry, "unsaved">> {
  const {
    act = ofAll,
    set: _,
    newsWaits: __,
    quiet: ___,
    fromStatus = from,
    occurredAt = act.at,
    ...columns
  } = event;
  const actId = await act.id({ occurredAt, runId: event.runId });
  const row = { ...columns, actId, occurredAt, receivedAt: act.at, fromStatus, toStatus: to, ...act.by };
  return { row, event, act };
}

const ROWS_A_STATEMENT = 1000;

async function insertEvents(tx: Tx, entries: readonly Entry[]): Promise<Written[]> {
  const written: Written[] = [];
  for (let from = 0; from < entries.length; from += ROWS_A_STATEMENT) {
    const some = entries.slice(from, from + ROWS_A_STATEMENT);
    const ids = await tx
      .insert(bookingEvents)
      .values(some.map(({ row }) => row))
      .returning({ id: bookingEvents.id });
    for (const [n, entry] of some.entries()) written.push({ ...entry, id: ids[n]!.id });
  }
  return written;
}

/** Merges events of the same kind and time into one event, if there is one for every piece of a booking. */
function together(events: readonly NewEvent[], { at }: Act, locked: Known): readonly NewEvent[] {
  if (events.every(({ piece = null }) => piece === null)) return events;
  const groups = Map.groupBy(events, ({ bookingId, kind, occurredAt = at, reason, piece = null, undoes }) =>
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
  { kind, occurredAt, piece = null, toStatus, undoes = null, reason = null, act }: NewEvent,
  ofAll: Act,
  { from, id }: { from: BookingStatus; id: number },
): ReportedEvent => ({
  ...{ id, kind, piece, undoes, reason, occurredAt: occurredAt ?? (act ?? ofAll).at },
  toStatus: toStatus ?? EVENT_FACTS[kind].leadsTo ?? from,
  phone: (act ?? ofAll).phone,
});

/** Returns the bookings with all their events, old and new. New events have their ids from the database. */
function historiesOf(
  stories: ReadonlyMap<string, readonly ReportedEvent[]>,
  written: readonly Written[],
  locked: Known,
) {
  const ids = new Map(written.map(({ unsaved, id }) => [unsaved, id]));
  return [...stories].map(([bookingId, events]) => ({
    ...{ id: bookingId, pieces: locked.get(bookingId)!.pieces },
    events: events.map((event) => ({ ...event, id: ids.get(event.id) ?? event.id })),
  }));
}

const differs = ({ status, deliveredAt }: LockedForDeeds, state: BookingState) =>
  status !== state.status || deliveredAt?.getTime() !== state.deliveredAt?.getTime();

export const deedTopics = (codes: Iterable<string>): Topic[] => [
  "bookings",
  ...[...codes].map((code): Topic => `booking:${code}`),
];
