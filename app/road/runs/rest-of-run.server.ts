/** TRIP-14: one entry for a whole stop, or for the whole rest of a run. */
import { isNotNull, sql } from "drizzle-orm";
import { actOf } from "../../access/author.server.ts";
import { staff } from "../../access/by.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { deedsOnRun } from "./deeds-on-run.server.ts";
import { lockRun, type LockedRun } from "./lock-run.server.ts";
import { onRun, piecesOfRun, type PieceOfRun } from "./pieces-of-run.server.ts";
import { refuse } from "./messages.ts";
import { checkOfficePin, NO_PROOF } from "./office-proof.server.ts";
import { atStop, deliver, deliveredTopics, idsOf, type DeedWork } from "./run-deeds.server.ts";
import { restForm, stopForm } from "./run-forms.ts";
import { pickUp } from "./run-pickups.server.ts";
import type { MoneyTaken } from "./take-money.server.ts";

/**
 * The pieces on the run without an entry. On a pickup they are not picked up yet, otherwise neither delivered nor
 * attempted.
 */
async function leftOn({ tx }: DeedWork, run: LockedRun): Promise<PieceOfRun[]> {
  const loaded = run.kind === "pickup" ? sql`${runPieces.loadedAt} is null` : isNotNull(runPieces.loadedAt);
  const there = await piecesOfRun(tx, run.id, sql`${onRun} and ${loaded}`);
  const { attempt } = await deedsOnRun(tx, run.id);
  return there.filter((piece) => attempt(piece) === null);
}

/**
 * 'All N here': records that each piece of a stop that has no entry yet was delivered, or picked up. Refuses as
 * `recordDelivered` does.
 */
export const recordAllHere = operation({
  name: "runs.all_here",
  by: staff("workHub"),
  act: "delivered",
  input: stopForm,
  varying: ["agedMs"],
  prepare: checkOfficePin,
  on: lockRun,
  run: async (work, { stop, note, pin, noPin, collected, transferred, less, ...time }, run) => {
    const here = (await leftOn(work, run)).filter((piece) => piece.stop === stop);
    const found = await atStop(work, run, { ...time, pieces: idsOf(here), does: "changed like this" });
    if (!found.ok) return found;
    const pickup = run.kind === "pickup";
    const done = pickup
      ? await pickUp({ ...work, act: actOf(work, "picked_up") }, run, found)
      : await deliver(work, run, found, { note, pin, noPin, money: { collected, transferred, less } });
    return done.ok ? { ok: true, pieces: here.length, pickup, codes: done.codes } : done;
  },
  publish: ({ codes }, _, run) => deliveredTopics(codes, run),
});

/**
 * 'All others delivered': records that each piece of a run that has no entry yet was delivered. Refuses if the number of
 * these pieces is not the one that the person saw.
 */
export const recordRestDelivered = operation({
  name: "runs.rest_delivered",
  by: staff("workHub"),
  act: "delivered",
  input: restForm,
  varying: ["agedMs"],
  on: lockRun,
  run: async (work, { count, noPin, allCollected, ...time }, run) => {
    if (run.kind !== "delivery") return refuse("conflict", "none_of_run");
    const left = await leftOn(work, run);
    if (left.length !== count) return refuse("conflict", "other_count", { now: left.length });
    const found = await atStop(work, run, { ...time, pieces: idsOf(left), does: "changed like this" });
    if (!found.ok) return found;
    const money: MoneyTaken = { collected: allCollected === "on" ? "all" : null, less: null };
    return deliver(work, run, found, { ...NO_PROOF, noPin, money });
  },
  publish: ({ codes }, _, run) => deliveredTopics(codes, run),
});
