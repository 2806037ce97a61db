/** CHOICE-1: locks the rows of a parcel's runs and booking, and writes or ends a choice of the receiver. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { asSystem } from "../../access/actors.server.ts";
import { CHOICE_FACTS, type ChoiceKind, type ChoiceSlot } from "../../domain/choices.ts";
import { activeHubsIn } from "../../places/hubs.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, receiverChoices, runPieces, runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { endExceptions } from "../custody/end-exceptions.server.ts";
import { endRunPlaces } from "../custody/move-pieces.server.ts";
import { CHOICES } from "../receiver-link/parcel-limits.ts";
import { countForParcel, noteEvent } from "../receiver-link/of-parcel.server.ts";
import { refuse } from "./messages.ts";
import { standingOf, type ChoiceStanding } from "./standing.server.ts";

export type ChoiceRow = typeof receiverChoices.$inferSelect;
export type Choosing = ChoiceStanding & {
  booking: typeof bookings.$inferSelect;
  locked: ReadonlySet<string>;
  /** The choices that have not ended, by slot (plan, person, landmark or note). */
  chosen: Map<ChoiceSlot, ChoiceRow>;
};

type ChooseWork = Pick<Work<unknown>, "services" | "tx" | "at" | "act">;

export const countChoice = countForParcel(CHOICES, "Too much was changed about this parcel in a short time.");

/** Locks the delivery runs of a booking's pieces in the order of their ids. */
async function lockRuns(tx: Tx, code: string): Promise<Set<string>> {
  const ids = tx
    .select({ id: runPieces.runId })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(eq(bookings.trackingCode, code), isNull(runPieces.endedAt)));
  const rows = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(sql`${runs.id} in ${ids}`, eq(runs.kind, "delivery")))
    .orderBy(asc(runs.id))
    .for("no key update");
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks the rows of a parcel's runs, and then of its booking, so that a choice and a simultaneous loading cannot
 * overlap. Refuses if a run got the parcel between the two locks, and if the company has no hubs. The caller must
 * take `code` from a URL that only the receiver or the sender has.
 */
export async function lockChoosing(
  { services, tx, at }: Pick<ChooseWork, "services" | "tx" | "at">,
  { code }: { code: string },
): Promise<Choosing | Refusal> {
  const locked = await lockRuns(tx, code);
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(eq(bookings.trackingCode, code))
    .for("no key update");
  if (!booking) return refuse("not_found", "no_such_parcel");
  const hubs = await activeHubsIn(tx, services);
  if (hubs.length === 0) return refuse("conflict", "no_choices");
  const standing = await standingOf(tx, booking, { company: await services.company(tx), hubs, at });
  const late = standing.places.some(({ runId }) => runId && !locked.has(runId));
  if (late && standing.state === "open") return refuse("conflict", "busy");
  const rows = await tx
    .select()
    .from(receiverChoices)
    .where(and(eq(receiverChoices.bookingId, booking.id), isNull(receiverChoices.endedAt)));
  return { ...standing, booking, locked, chosen: new Map(rows.map((row) => [row.slot, row])) };
}

/** Refuses a choice that is no longer possible. Null if the choice is possible. */
export const unlessOpen = ({ state }: Choosing): Refusal | null =>
  state === "open" ? null : refuse("conflict", state);

type Chosen = Partial<
  Pick<ChoiceRow, "day" | "hubId" | "hubBefore" | "taker" | "takerName" | "takerPhone" | "words">
>;

/**
 * CHOICE-6: writes a choice in place of the earlier choice of the same slot. `text` is for the history. Returns the
 * event's id.
 */
export async function writeChoice(
  work: ChooseWork,
  choosing: Choosing,
  { kind, text, ...chosen }: Chosen & { kind: ChoiceKind; text: string | null },
): Promise<number> {
  const { tx, at } = work;
  const { booking } = choosing;
  const { slot, event } = CHOICE_FACTS[kind];
  const before = choosing.chosen.get(slot);
  if (before) await endChoice(work, choosing, before, "replaced");
  const promisedBefore = kind === "day" ? (before?.promisedBefore ?? booking.estimatedDelivery) : null;
  const movedBefore = kind === "day" ? (before?.promisedBefore ? before.movedBefore : booking.movedTo) : null;
  await tx.insert(receiverChoices).values({
    ...{ bookingId: booking.id, kind, slot, madeAt: at, promisedBefore, movedBefore },
    ...chosen,
  });
  if (chosen.day && promisedBefore)
    await promise(tx, booking.id, {
      estimatedDelivery: laterOf(promisedBefore, endOf(chosen.day)),
      movedTo: endOf(chosen.day),
    });
  await touchRuns(work, choosing);
  return noteEvent(work, booking, event, text);
}

/**
 * Ends a choice and undoes its effects: the changed promised day, the chosen hub, and the exception about a refusal.
 */
export async function endChoice(
  { tx, at }: Pick<ChooseWork, "tx" | "at">,
  { booking }: Pick<Choosing, "booking">,
  { id, kind, promisedBefore, movedBefore, hubId, hubBefore }: ChoiceRow,
  endedBy: NonNullable<ChoiceRow["endedBy"]>,
): Promise<void> {
  await tx.update(receiverChoices).set({ endedAt: at, endedBy }).where(eq(receiverChoices.id, id));
  if (promisedBefore)
    await promise(tx, booking.id, { estimatedDelivery: promisedBefore, movedTo: movedBefore });
  if (kind === "refuse")
    await endExceptions(
      { tx, at, actor: asSystem("Receiver") },
      "refused_ahead",
      { bookingIds: [booking.id] },
      { reason: "try_again", words: "The receiver's refusal was taken back." },
    );
  if (hubId)
    await tx
      .update(pieces)
      .set({ toHubId: hubBefore })
      .where(and(eq(pieces.bookingId, booking.id), eq(pieces.toHubId, hubId)));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Returns the last millisecond of a Lagos day. */
const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+01:00`) + DAY_MS - 1);
const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

type Promised = { estimatedDelivery: Date; movedTo: Date | null };
const promise = async (tx: Tx, id: string, days: Promised): Promise<void> => {
  await tx.update(bookings).set(days).where(eq(bookings.id, id));
};

/** Removes pieces from planned delivery runs, except from runs on days for which `stays` is true. */
export async function leavePlannedRuns(
  { tx, at }: Pick<ChooseWork, "tx" | "at">,
  { places }: Pick<Choosing, "places">,
  stays: (day: string) => boolean = () => false,
): Promise<void> {
  const off = places.filter(({ runDay, loaded }) => runDay && !loaded && !stays(runDay));
  await endRunPlaces(
    tx,
    off.map(({ pieceId }) => pieceId),
    "removed",
    at,
  );
}

/** Increments the version of the locked runs, so that phones and open pages load the runs again. */
export async function touchRuns(
  { tx, at }: Pick<ChooseWork, "tx" | "at">,
  { locked }: Pick<Choosing, "locked">,
): Promise<void> {
  if (locked.size === 0) return;
  const ids = [...locked];
  await tx
    .update(runs)
    .set({ version: sql`${runs.version} + 1`, updatedAt: at })
    .where(sql`${runs.id} = any(${sql.param(ids)}::uuid[])`);
}

export const choiceTopics = (_: unknown, { code }: { code: string }, { places }: Choosing): Topic[] => [
  "bookings",
  "runs",
  `booking:${code}`,
  ...new Set(places.flatMap(({ runId }): Topic[] => (runId ? [`run:${runId}`] : []))),
];
