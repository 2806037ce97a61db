/** Finds a parcel by its code. One statement reads all data of a view. */
import { eq, getTableColumns, sql } from "drizzle-orm";
import { asAdmin } from "../../access/actors.server.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { ownerFacts, type OwnersMoney, type PossibleFact } from "../bookings/booking-facts.ts";
import { dropOffOf } from "../bookings/hub-choices.server.ts";
import { countedEvents, type StateEvent } from "../../domain/booking-state.ts";
import { DELIVERED, isOnTheWay } from "../../domain/delivery-status.ts";
import { codesWrittenIn, plainPasted, typedTrackingCode } from "../../domain/codes-in-text.ts";
import { EVENT_FACTS, isPrivateEvent, isStaffEvent } from "../../domain/event-kinds.ts";
import { withBack } from "../../domain/going-back.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import {
  acts,
  bookings,
  bookingEvents,
  hubs,
  pieces,
  receiverChoices,
  runPieces,
  runs,
} from "../../platform/db/schema.ts";
import { isLate } from "../../domain/booking.ts";
import { addDays, formatDateTime, lagosDay, parseLagosDay, startOfLagosDay } from "../../domain/dates.ts";
import { isHalfOver } from "../../domain/pickup-halves.ts";
import { endOfNextWorkingDay } from "../../domain/places-days.ts";
import { refuse, type Result } from "../../platform/http/result.ts";
import type { Services } from "../../platform/services.server.ts";
import { hasProofs, whoTookParcel } from "../proof/read-proofs.server.ts";
import { questionOf, waitsForSender } from "../sender-decides/read-question.server.ts";
import { parcelNews } from "./parcel-news.ts";
import { isGoingBack, type TrackingView } from "./tracking-view.ts";
import type { Session } from "../../access/principal-context.ts";
import { countLookup, tooManyCodes, countWrongCode } from "./limit-look-ups.server.ts";

type TrackedEvent = Omit<TrackingView["events"][number], "at" | "back"> &
  Pick<StateEvent, "id" | "phone"> & { at: string; ended: boolean | null };

const { search: _search, ...columns } = getTableColumns(bookings);
type Booking = Omit<typeof bookings.$inferSelect, "search">;

/**
 * Reads the booking and its events by one prepared statement, because the track page is opened more than any other
 * page.
 */
const parcelByCode = preparedOnce((db) =>
  db
    .select({
      delivery: columns,
      // Leaves out changes that were undone, and also the events that undid them (STATUS-8).
      events: sql<TrackedEvent[]>`(
        select coalesce(json_agg(json_build_object('id', e.id, 'at', e.occurred_at, 'to', e.to_status, 'by', e.by_name, 'note', e.note,
          'kind', e.kind, 'reason', e.reason, 'piece', e.piece, 'newDay', e.new_day, 'newDayWhy', e.new_day_why, 'ended', r.state in ('returned', 'reconciled'),
          'phone', case when a.phone_id is not null then json_build_object('id', a.phone_id, 'number', a.phone_number) end,
          'place', case when h.state is not null then json_build_object('town', h.town, 'state', h.state) end)
          order by e.occurred_at, e.id), '[]')
        from ${bookingEvents} e join ${acts} a on a.id = e.act_id left join ${hubs} h on h.id = e.hub_id left join ${runs} r on r.id = e.run_id where e.booking_id = bookings.id and e.kind <> 'undone'
          and not exists (select from ${bookingEvents} u where u.booking_id = e.booking_id and u.undoes = e.id))`,
      goesOutNext: sql<boolean>`exists (select from ${pieces} p join ${runPieces} rp on rp.piece_id = p.id and rp.ended_at is null
        join ${runs} r on r.id = rp.run_id where p.booking_id = bookings.id and rp.loaded_at is not null
          and r.kind = 'delivery' and r.state in ('planned', 'loaded'))`,
      toDecide: waitsForSender,
      chosenDay: sql<string | null>`(select c.day::text from ${receiverChoices} c
        where c.booking_id = bookings.id and c.day is not null and c.ended_at is null)`,
    })
    .from(bookings)
    .where(eq(bookings.trackingCode, sql.placeholder("code")))
    .limit(1)
    .prepare("track"),
);

/** Columns for the sender only. The server sends them to nobody before it knows that the reader is the sender. */
type ForSender = Pick<
  Booking,
  "id" | "createdAt" | "receiverPhone" | "senderName" | "paysDelivery" | "dropOffHubId"
>;

export type TrackResult = Result<
  /**
   * If the text has several codes (TEXT-4), `choices` has them all, and `parcel` is the parcel of the first code.
   */
  { parcel: TrackingView; forSender: ForSender; choices: string[] },
  "not_found" | "rate_limited"
>;

const UNKNOWN = refuse("not_found", "Invalid tracking code or system error. Please try again.");

/**
 * Finds a parcel by a code in any spelling, for all routes that take a code. Strangers get the town, state,
 * dates and status. The booking's customer and staff get everything (TRACK-4). TRACK-6: a browser may make 60 look-ups
 * in a minute. It is blocked for ten minutes after the tenth wrong code within ten minutes, or if its IP address sent
 * more than a hundred. While codes are being guessed from many IP addresses, the third wrong code blocks the browser.
 */
export async function trackParcel(
  services: Services,
  session: Session,
  rawValues: string,
): Promise<TrackResult> {
  const { db } = services;
  // Only the first five codes of a text are used. The QR code of a label also contains a piece's number.
  const written = codesWrittenIn(plainPasted(rawValues)).slice(0, 5);
  const named = written.length > 0 ? written : [{ codes: [typedTrackingCode(rawValues)] }];
  const staff = asAdmin(session) !== null;
  const rows = new Map<string, Row>();
  for (const { codes } of named) {
    const limit = staff ? null : await countLookup(services, session);
    if (limit && !limit.ok) return tooManyCodes(limit.retryAfterSeconds);
    const found = await readAll(db, codes);
    for (const one of found) rows.set(one.delivery.trackingCode, one);
    const blocked = staff || found.length > 0 ? null : await countWrongCode(services, session);
    if (blocked) return blocked;
  }
  const [row] = rows.values();
  if (!row) return UNKNOWN;
  const own = session.person !== null && row.delivery.customerId === session.person.id;
  return {
    ok: true,
    forSender: row.delivery,
    choices: rows.size > 1 ? [...rows.keys()] : [],
    parcel: await viewOf(services, row, { full: staff || own, names: staff }),
  };
}

/** Reads the parcels of all codes that one written code can mean. */
const readAll = async (db: Db, codes: readonly string[]): Promise<Row[]> =>
  (await Promise.all(codes.map((code) => parcelByCode(db).execute({ code: code.slice(0, 41) })))).flat();

/**
 * Reads a parcel, and its booking for callers with more rights. Null if the code is unknown. The call does not count as
 * a look-up.
 */
export async function readParcel(services: Services, code: string) {
  const [row] = await parcelByCode(services.db).execute({ code });
  if (!row) return null;
  return { booking: row.delivery, parcel: await viewOf(services, row, { full: false, names: false }) };
}

type Row = Awaited<ReturnType<ReturnType<typeof parcelByCode>["execute"]>>[number];

async function viewOf(
  services: Services,
  { delivery, events, chosenDay, goesOutNext, toDecide }: Row,
  { full, names }: { full: boolean; names: boolean },
): Promise<TrackingView> {
  const { db, now } = services;
  const all = events.map(({ at, to, ...event }) => ({
    ...event,
    occurredAt: new Date(at),
    toStatus: to,
    undoes: null,
  }));
  // Only staff see an attempt that does not count, because staff decide about such attempts (CUSTODY-7).
  const deeds = names ? all : countedEvents(delivery.pieces, all);
  const told = parcelNews(delivery.pieces, deeds);
  const failed = deeds.findLast(({ reason }) => reason);
  // The day that the receiver chose counts only if it is later than the failed attempt and not in the past.
  const isAgain =
    chosenDay !== null && failed && chosenDay > lagosDay(failed.occurredAt) && chosenDay >= lagosDay(now());
  // A parcel that waits for collection or goes back has no day of arrival, so it cannot be late.
  const late = told.news === null && isLate(delivery, startOfLagosDay(now()));
  const waits = toDecide && isOnTheWay(delivery.status) && !isGoingBack(told);
  return {
    trackingCode: delivery.trackingCode,
    status: delivery.status,
    deliveryType: delivery.deliveryType,
    isBrought: delivery.dropOffHubId !== null,
    origin: { town: delivery.senderTown, state: delivery.senderState },
    destination: { town: delivery.receiverTown, state: delivery.receiverState },
    bookedAt: delivery.createdAt,
    // A pickup day in the past is not shown. The half of the pickup day is not shown after that half has ended.
    pickupDay: delivery.pickupDay && delivery.pickupDay >= lagosDay(now()) ? delivery.pickupDay : null,
    pickupHalf: isHalfOver(delivery.pickupDay ?? "", delivery.pickupHalf ?? "", now())
      ? null
      : delivery.pickupHalf,
    promisedDay: delivery.promisedDay,
    deliveredAt: delivery.deliveredAt,
    late,
    goesOutNext: goesOutNext && !told.outForDelivery,
    missed: told.outForDelivery ? missedOf(deeds, now()) : null,
    tellBy: late ? await tellByOf(services, delivery) : null,
    packageDescription: full || delivery.shareDescription ? delivery.packageDescription : "Package",
    pieces: delivery.pieces,
    ...told,
    waitsForSender: waits,
    triedAgainOn: isAgain ? parseLagosDay(chosenDay) : null,
    // People who have only the code do not see events about money (HISTORY-1).
    events: withBack(deeds)
      .filter(({ kind }) => !isStaffEvent(kind) && (full || !isPrivateEvent(kind)))
      .map((event) => ({
        at: event.occurredAt,
        to: event.toStatus,
        kind: event.kind,
        back: event.back,
        piece: event.piece,
        place: EVENT_FACTS[event.kind].atHub ? event.place : null,
        reason: event.reason,
        note: full ? event.note : null,
        newDay: event.newDay,
        newDayWhy: event.newDayWhy,
        by: names ? event.by : null,
      })),
    fullDetails: full ? await detailsOf(db, delivery, { staff: names, back: isGoingBack(told) }) : null,
  };
}

/** Finds when a rider took the parcel out, if the run or the day ended without a delivery. */
function missedOf(
  deeds: readonly { kind: string; occurredAt: Date; ended: boolean | null }[],
  now: Date,
): TrackingView["missed"] {
  const out = deeds.findLast(({ kind }) => kind === "out_for_delivery");
  if (!out) return null;
  const [day, today] = [lagosDay(out.occurredAt), lagosDay(now)];
  if (day === today) return out.ended ? { at: out.occurredAt, when: "today" } : null;
  return { at: out.occurredAt, when: day === lagosDay(addDays(now, -1)) ? "yesterday" : "earlier" };
}

/** Returns the end of the next working day of the place that delivers. */
async function tellByOf(services: Services, { receiverTown, receiverState }: Booking): Promise<Date> {
  const at = services.now();
  return endOfNextWorkingDay(await services.daysRules(at), at, { town: receiverTown, state: receiverState });
}

/** Reads the details for the sender and staff, with the URL of the proof's page. */
async function detailsOf(db: Db, booking: Booking, { staff, back }: { staff: boolean; back: boolean }) {
  const mayAsk = !staff && !back && booking.status !== DELIVERED;
  const [money, proven, taken, question] = await Promise.all([
    ownersMoney(db, booking),
    hasProofs(db, booking.id),
    whoTookParcel(db, booking.id, { returns: true }),
    mayAsk ? questionOf(db, booking.id) : null,
  ]);
  const facts = ownerFacts(booking, money);
  const takenBy: PossibleFact = ["Taken by", taken && `${taken.name}, ${formatDateTime(taken.at)}`];
  return {
    ...facts,
    receiver: [...facts.receiver, takenBy],
    toSender: !staff,
    asked: question?.why ?? null,
    proof: proven ? `${staff ? "/admin" : ""}/bookings/${booking.trackingCode}/proof` : null,
  };
}

/** Reads the amounts of a booking and its drop-off hub. Throws if the booking does not exist. */
async function ownersMoney(db: Db, { id, dropOffHubId }: Booking): Promise<OwnersMoney> {
  const [money, dropOffHub] = await Promise.all([doorOf(db, { id }), dropOffOf(db, dropOffHubId)]);
  if (!money) throw new Error("a booking that was read has no money");
  return { ...money, dropOffHub };
}
