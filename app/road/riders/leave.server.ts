/** RIDER-3: a rider leaves the company, and another rider gets the open runs in the same step. */
import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { moveTogether } from "../../parcels/custody/move-pieces.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces, riders, runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { changeRun, type LockedRun } from "../runs/lock-run.server.ts";
import { isStillOnRun, piecesOfRun } from "../runs/pieces-of-run.server.ts";
import { ofRider } from "../devices/of-rider.ts";
import { logRider } from "../devices/log-rider.server.ts";
import { endDevice, endEnrolments } from "../devices/revoke.server.ts";
import { HANDED_OVER } from "./handed-over.ts";
import { lockRider, seenVersion } from "./change-rider.server.ts";
import { refuse, RIDER_SENT_BEFORE } from "./messages.ts";
import { piecesWithRiders, type RiderRow } from "./riders.server.ts";

const leaving = z.intersection(ofRider, seenVersion).and(z.object({ to: z.string().max(40).default("") }));

/** Finds the rider who takes over the runs of a leaving rider. Both must work at the same hub. */
async function findTaker(tx: Tx, id: string, { id: own, hubId }: RiderRow) {
  const [taker] = await tx
    .select({ id: riders.id, name: riders.name })
    .from(riders)
    .where(and(hasId(riders.id, id), ne(riders.id, own), eq(riders.hubId, hubId), isNull(riders.leftAt)))
    .for("key share");
  return taker ?? refuse("invalid", "no_taker");
}

/**
 * Gives a run to the rider `to`, with the run's pieces that the rider `from` holds. The office confirms the hand-over
 * for both riders.
 */
async function handOver(work: Work<Admin>, run: LockedRun, from: string, to: string): Promise<void> {
  const { tx, at } = work;
  await changeRun(tx, run, at, { riderId: to });
  const held = sql`${isStillOnRun} and ${pieces.holderKind} = 'rider' and ${pieces.holderId} = ${from}`;
  const hand = { to: { kind: "rider", id: to }, occurredAt: at, method: "list", runId: run.id } as const;
  await moveTogether(work, await piecesOfRun(tx, run.id, held), hand);
}

/**
 * Ends the work of a rider. The rider's planned, loaded and sent-out runs go to the rider `to` of the same hub, with
 * the pieces of these runs that the leaving rider holds. Returns in `held` how many pieces the leaving rider still has.
 * Refuses a former rider. Refuses (with a field error) if the rider has such runs and `to` is missing.
 */
export const riderLeaves = operation({
  name: "riders.leave",
  by: staff("manageRiders"),
  act: "rider_left",
  input: leaving,
  varying: ["version"],
  on: async (work, input) => {
    const rider = await lockRider(work, input);
    if ("ok" in rider) return rider;
    if (rider.leftAt) return refuse("conflict", "left_already");
    const open = await work.tx
      .select()
      .from(runs)
      .where(and(eq(runs.riderId, rider.id), inArray(runs.state, [...HANDED_OVER])))
      .orderBy(asc(runs.id))
      .for("no key update");
    return { rider, open };
  },
  run: async (work, { id, to }, { rider, open }) => {
    const { tx, actor, at } = work;
    const names = open.map(({ name }) => name);
    let handed = "";
    if (open.length > 0) {
      if (to === "") return refuse("invalid", "hand_over", { runs: names.toSorted() });
      const taker: { id: string; name: string } | Refusal = await findTaker(tx, to, rider);
      if ("ok" in taker) return taker;
      for (const run of open) await handOver(work, run, id, taker.id);
      handed = `; ${names.join(", ")} handed over to ${taker.name}`;
    }
    await tx
      .update(riders)
      .set({ leftAt: at, version: rider.version + 1, updatedAt: at })
      .where(eq(riders.id, id));
    await endDevice(tx, id, at, { by: "left", name: shownAuthor(actor).byName });
    await endEnrolments(tx, id, at);
    await logRider({ tx, actor, at }, id, "rider_left", `${rider.name}, hub ${rider.hubCode}${handed}`);
    return { ok: true, runs: open.length, held: (await piecesWithRiders(tx, id)).get(id) ?? 0 };
  },
  conflict: () => RIDER_SENT_BEFORE,
  publish: (_done, _input, { open }) => ["runs", ...open.map(({ id }) => `run:${id}` as const)],
});

/** RIDER-3: makes a former rider an active rider again. Refuses a rider who has not left the company. */
export const riderReturns = operation({
  name: "riders.return",
  by: staff("manageRiders"),
  input: z.intersection(ofRider, seenVersion),
  varying: ["version"],
  on: lockRider,
  run: async ({ tx, actor, at }, { id }, rider) => {
    if (!rider.leftAt) return refuse("conflict", "works_here");
    await tx
      .update(riders)
      .set({ leftAt: null, version: rider.version + 1, updatedAt: at })
      .where(eq(riders.id, id));
    await logRider({ tx, actor, at }, id, "update_rider", `${rider.name} is back, hub ${rider.hubCode}`);
    return { ok: true };
  },
  conflict: () => RIDER_SENT_BEFORE,
  publish: () => ["runs"],
});
