/** CHOICE-1: reads a parcel's progress, which limits the receiver's choices. */
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Company } from "../../domain/company.ts";
import { addDays, lagosClock, lagosDay, startOfLagosDay } from "../../domain/dates.ts";
import { EVENT_FACTS, EVENT_KINDS } from "../../domain/event-kinds.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { destinationHub } from "../../domain/destination-hub.ts";
import { DELIVERED, isUndelivered } from "../../domain/delivery-status.ts";
import { DAYS_TO_CHOOSE } from "../../domain/choices.ts";
import { hubHours } from "../../domain/places-days.ts";
import { workingDaysAfter } from "../../domain/working-days.ts";
import type { ActiveHub } from "../../places/hubs.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings, pieces, runPieces, runs } from "../../platform/db/schema.ts";
import { attemptedThere } from "../custody/run-places.server.ts";
import { notUndone } from "../../history/state-events.server.ts";

export type PieceOnItsRun = {
  pieceId: string;
  number: number;
  holderKind: (typeof pieces.$inferSelect)["holderKind"];
  holderId: string | null;
  toHubId: string | null;
  returning: boolean;
  runId: string | null;
  runDay: string | null;
  loaded: boolean;
  /** True if a delivery was tried after the piece was loaded. The rider then brings the piece back to the hub. */
  attempted: boolean;
};

/**
 * The progress of a parcel. `loaded`: it is on its way. `cut_off`: the plan for today is final. `over`: the delivery
 * has ended.
 */
export type ChoiceStanding = {
  state: "open" | "loaded" | "cut_off" | "over";
  places: PieceOnItsRun[];
  /** The hub that delivers the parcel. Null if dispatch must choose the hub. */
  hub: ActiveHub | null;
  days: string[];
};

export type StandingOf = Pick<
  typeof bookings.$inferSelect,
  "id" | "status" | "receiverState" | "receiverTown" | "promisedDay"
>;

/** Reads a booking's pieces with their delivery runs. In a transaction, first lock the runs and booking. */
export function piecesOnRunsOf(db: Pick<Db, "select">, bookingId: string): Promise<PieceOnItsRun[]> {
  return db
    .select({
      pieceId: pieces.id,
      number: pieces.number,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      toHubId: pieces.toHubId,
      returning: pieces.returning,
      runId: runs.id,
      runDay: runs.day,
      loaded: sql<boolean>`${runPieces.loadedAt} is not null`,
      attempted: attemptedThere,
    })
    .from(pieces)
    .leftJoin(
      runPieces,
      and(
        eq(runPieces.pieceId, pieces.id),
        isNull(runPieces.endedAt),
        inArray(runPieces.runId, db.select({ id: runs.id }).from(runs).where(eq(runs.kind, "delivery"))),
      ),
    )
    .leftJoin(runs, eq(runs.id, runPieces.runId))
    .where(eq(pieces.bookingId, bookingId))
    .orderBy(pieces.number);
}

/**
 * True if the parcel is delivered, cancelled, lost or returned. A failed attempt does not count, because another
 * attempt may follow.
 */
async function isOver(db: Pick<Db, "select">, { id, status }: StandingOf): Promise<boolean> {
  if (status === DELIVERED) return true;
  if (!isUndelivered(status)) return false;
  const leadingTo = EVENT_KINDS.filter(
    (kind) => kind === "status_set" || EVENT_FACTS[kind].leadsTo === status,
  );
  const [last] = await db
    .select({ kind: bookingEvents.kind, reason: bookingEvents.reason })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, id),
        eq(bookingEvents.toStatus, status),
        inArray(bookingEvents.kind, leadingTo),
        notUndone,
      ),
    )
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  const { kind, reason } = last ?? {};
  return kind !== "attempted" && !(kind === "status_set" && reason && failureReason(reason).countsAsAttempt);
}

/** True after the company's cut-off, when the plan for the Lagos day of `at` is final. */
function isCutOff({ choicesUntil }: Pick<Company, "choicesUntil">, at: Date): boolean {
  const { hours, minutes } = lagosClock(at);
  const clock = `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
  return choicesUntil !== "loaded" && clock >= choicesUntil;
}

type Around = { company: Company; hubs: readonly ActiveHub[]; at: Date };

/** Reads a parcel's progress. Inside a transaction, the caller must first lock its runs and its booking. */
export async function standingOf(
  db: Pick<Db, "select">,
  booking: StandingOf,
  { company, hubs, at }: Around,
): Promise<ChoiceStanding> {
  const [over, places] = [await isOver(db, booking), await piecesOnRunsOf(db, booking.id)];
  const open = places.filter(({ holderKind }) => holderKind !== "receiver");
  const found = destinationHub(hubs, { town: booking.receiverTown, state: booking.receiverState });
  const chosen = hubs.find(({ id }) => id === open[0]?.toHubId);
  const hub = chosen ?? (found.kind === "hub" ? found.hub : null);
  const gone =
    over || open.length === 0 || open.some(({ returning, holderKind }) => returning || holderKind === "lost");
  const away = open.some(({ loaded, attempted }) => loaded && !attempted);
  const today = lagosDay(at);
  const late = isCutOff(company, at) && open.some(({ runDay, attempted }) => runDay === today && !attempted);
  return {
    state: gone ? "over" : away ? "loaded" : late ? "cut_off" : "open",
    places: open,
    hub,
    days: daysFrom(booking, { open, hub, company, at }),
  };
}

/**
 * Returns the days that the receiver may choose: the next working days of the delivering hub or, without such a hub, of
 * the office. Until the parcel is in the delivering hub or a delivery was tried, no day before the promised day is
 * offered, because an earlier delivery may be impossible.
 */
function daysFrom(
  { promisedDay }: StandingOf,
  { open, hub, company, at }: { open: PieceOnItsRun[]; hub: ActiveHub | null; company: Company; at: Date },
): string[] {
  const near = open.every(
    ({ holderKind, holderId, attempted }) => attempted || (holderKind === "hub" && holderId === hub?.id),
  );
  const promised = addDays(startOfLagosDay(promisedDay), -1);
  const from = near || promised < at ? at : promised;
  const hours = hub ? hubHours(hub, company.hours) : company.hours;
  return workingDaysAfter(from, { hours, holidays: company.holidays }, DAYS_TO_CHOOSE);
}
