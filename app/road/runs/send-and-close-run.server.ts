/** TRIP-8: a run leaves, comes back and is closed. */
import { and, eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { LANE_HOURS } from "../../domain/run.ts";
import { countedAndNotAlone } from "../../money/cash/not-close-and-count.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { deedTopics, addEvents } from "../../history/add-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { moveDay } from "../../parcels/bookings/move-day.server.ts";
import { laneHours } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { changeRun, lockSeenRun, logRun, runTopics, unless, type LockedRun } from "./lock-run.server.ts";
import { stopsFor } from "./join-run.server.ts";
import { LEAVES } from "./on-the-way.ts";
import { codesOf, deedOf, endPlaces, isStillOnRun, piecesOfRun } from "./pieces-of-run.server.ts";
import { freeRegular } from "./regular-stops.server.ts";
import { refuse } from "./messages.ts";
import { extraBack } from "./extra-back.server.ts";
import { differenceForm, runForm } from "./run-forms.ts";

const HOUR_MS = 3_600_000;

/**
 * Sends a sealed run out of its hub. A pickup run can leave unsealed. Each booking on the run gets the event 'left hub'
 * or 'out for delivery'. At 'out for delivery' the sender also gets a mail. The expected arrival of a linehaul is
 * computed from the travel time that is set for its two hubs.
 */
export const runOut = operation({
  name: "runs.out",
  by: staff("workHub"),
  act: "sent_out",
  input: runForm,
  on: lockSeenRun,
  run: async (work, _, run) => {
    const { tx, at } = work;
    const wrong = unless(run, run.kind === "pickup" ? ["planned", "loaded"] : ["loaded"], "sent out");
    if (wrong) return wrong;
    if (!run.riderId && !run.partnerId) return refuse("invalid", "no_holder");
    const kind = LEAVES[run.kind];
    if (run.state === "planned") await stopsFor(tx, run, []);
    const there = await piecesOfRun(tx, run.id, isStillOnRun);
    const done = kind
      ? await addEvents(
          work,
          there.map((piece) => deedOf(piece, { kind, run, occurredAt: at })),
        )
      : null;
    const expectedAt = run.toHubId ? new Date(at.getTime() + (await hoursOf(tx, run)) * HOUR_MS) : null;
    const coming = there.filter(({ returning }) => !returning).map(({ bookingId }) => bookingId);
    if (expectedAt) await moveDay(work, [...new Set(coming)], { why: "linehaul", at: expectedAt });
    await changeRun(tx, run, at, { state: "out", outAt: at, sealedAt: run.sealedAt ?? at, expectedAt });
    await logRun(work, run, `out with ${there.length}`);
    return { ok: true, codes: codesOf(done) };
  },
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes)],
});

async function hoursOf(tx: Tx, { hubId, toHubId }: LockedRun): Promise<number> {
  const [lane] = await tx
    .select({ hours: laneHours.hours })
    .from(laneHours)
    .where(and(eq(laneHours.fromHubId, hubId), eq(laneHours.toHubId, toHubId!)));
  return lane?.hours ?? LANE_HOURS;
}

/**
 * Records that the rider is back, or that the bus has arrived. Missing pieces are determined only when the run is
 * closed.
 */
export const runReturned = operation({
  name: "runs.returned",
  by: staff("workHub"),
  input: runForm,
  on: lockSeenRun,
  run: async (work, _, run) => {
    const wrong = unless(run, ["out"], "set to returned");
    if (wrong) return wrong;
    await changeRun(work.tx, run, work.at, { state: "returned", returnedAt: work.at });
    await logRun(work, run, "returned");
    const open = run.kind === "delivery" ? await piecesOfRun(work.tx, run.id, isStillOnRun) : [];
    return { ok: true, codes: [...new Set(open.map(({ code }) => code))] };
  },
  // The rider brought these parcels back, so they were not delivered. Open pages that show these parcels reload.
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes)],
});

/**
 * Closes a run:
 *
 * - A loaded piece that was neither delivered nor received by a hub is missing. It stays with its last holder.
 * - If pieces are missing or extra, a reason and a person are needed. For each of these pieces, an exception with that
 *   person's name is opened.
 * - Pieces that were not picked up leave the run.
 * - A planned run without pieces can be closed without leaving first.
 *
 * Refuses a person who counted the cash of this run's rider, if another person of the hub can close the run (CASH-7).
 */
export const reconcileRun = operation({
  name: "runs.reconcile",
  by: staff("workHub"),
  act: "run_closed",
  input: differenceForm,
  on: lockSeenRun,
  run: async (work, { note, person }, run) => {
    const { tx, actor, at } = work;
    const open = await piecesOfRun(tx, run.id, isStillOnRun);
    const isEmpty = run.state === "planned" && open.length === 0;
    const wrong = isEmpty ? null : unless(run, ["returned"], "reconciled");
    if (wrong) return wrong;
    const { riderId, hubId, outAt: since } = run;
    if (riderId && since && (await countedAndNotAlone(tx, actor, { riderId, hubId, since })))
      return refuse("conflict", "counted_by_you");
    const missing = open.filter(({ loadedAt }) => loadedAt);
    const notTaken = open.filter(({ loadedAt }) => !loadedAt);
    const extra = isEmpty ? [] : await extraBack(tx, run);
    const differs = missing.length > 0 || extra.length > 0;
    if (differs && (!note || !person))
      return refuse("conflict", "difference", { missing: missing.length, extra: extra.length });
    const said = differs ? `${note} (${person})` : null;
    await endPlaces(tx, missing, "missing", at);
    await endPlaces(tx, notTaken, "removed", at);
    const about = { runId: run.id, hubId: run.toHubId ?? run.hubId, note: said };
    const named = (kind: "missing" | "extra", some: readonly { pieceId: string; bookingId: string }[]) =>
      some.map(({ pieceId, bookingId }) => ({ ...about, kind, pieceId, bookingId }));
    await openExceptions(tx, [...named("missing", missing), ...named("extra", extra)], work.act);
    for (const kind of ["run_not_closed", "linehaul_overdue"] as const)
      await endExceptions(work, kind, { runId: run.id }, { reason: "solved", words: "The run was closed." });
    if (isEmpty) await freeRegular(tx, run);
    await changeRun(tx, run, at, {
      state: "reconciled",
      reconciledAt: at,
      closeNote: said,
      closedByName: shownAuthor(actor).byName,
      closedByUserId: actor.person.id,
    });
    const counts = `${missing.length} missing, ${extra.length} extra`;
    await logRun(work, run, `reconciled${said ? `, ${counts}: ${said}` : ""}`);
    return { ok: true, missing: missing.length, extra: extra.length };
  },
  publish: (done, input, run) => [...runTopics(done, input, run), "exceptions"],
});
