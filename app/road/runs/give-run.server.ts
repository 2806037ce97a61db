/**
 * TRIP-2: sets the rider or partner of a run. If the run is sealed, the new rider or partner also takes over the loaded
 * pieces.
 */
import { sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import type { Holder } from "../../domain/custody.ts";
import { moveTogether } from "../../parcels/custody/move-pieces.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { isPartner, worksForUs } from "./create-run.server.ts";
import { holderOfRun } from "./on-the-way.ts";
import { isStillOnRun, piecesOfRun } from "./pieces-of-run.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless, type LockedRun } from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import { choosePartnerForm, handOverRunForm } from "./run-forms.ts";

const OPEN = ["planned", "loaded", "out"] as const;

/**
 * Records that the new holder of the run takes over the pieces that the present holder has. The office confirms for
 * both. Returns the number of these pieces.
 */
async function changeHands(work: Work<Admin>, run: LockedRun, to: Holder): Promise<number> {
  const from = holderOfRun(run);
  if (!from || (from.kind === to.kind && from.id === to.id)) return 0;
  const held = await piecesOfRun(
    work.tx,
    run.id,
    sql`${isStillOnRun} and ${pieces.holderKind} = ${from.kind} and ${pieces.holderId} = ${from.id}`,
  );
  await moveTogether(work, held, { to, occurredAt: work.at, method: "list", runId: run.id });
  return held.length;
}

const logged = (work: Work<Admin>, run: LockedRun, to: string, handedOver: number) =>
  logRun(work, run, `${to}${handedOver > 0 ? `, ${handedOver} pieces handed over` : ""}`);

/** Gives a run and its pieces to a rider. Refuses a former rider, and a run that has come back. */
export const chooseRider = operation({
  name: "runs.choose_rider",
  by: staff("planRuns"),
  act: "handed_over",
  input: handOverRunForm,
  on: lockRun,
  run: async (work, { rider }, run) => {
    const wrong = unless(run, OPEN, "given to another rider");
    if (wrong) return wrong;
    if (!(await worksForUs(work.tx, rider))) return refuse("invalid", "unknown_rider");
    const handedOver = await changeHands(work, run, { kind: "rider", id: rider });
    await changeRun(work.tx, run, work.at, {
      ...{ riderId: rider, partnerId: null, feeKobo: null },
      ...{ driverName: null, driverPhone: null, plate: null },
    });
    await logged(work, run, "another rider", handedOver);
    return { ok: true, handedOver };
  },
  publish: runTopics,
});

/**
 * Gives a linehaul to a partner, or changes its driver, plate or fee. Refuses other kinds of runs, a partner
 * without the driver's phone number, and a run that has come back.
 */
export const choosePartner = operation({
  name: "runs.choose_partner",
  by: staff("planRuns"),
  act: "handed_over",
  input: choosePartnerForm,
  on: lockRun,
  run: async (work, { partner, driverName, driverPhone, plate, fee }, run) => {
    const wrong = unless(run, OPEN, "given to another partner");
    if (wrong) return wrong;
    if (run.kind !== "linehaul") return refuse("invalid", "no_partner_here");
    if (!(await isPartner(work.tx, partner))) return refuse("invalid", "unknown_partner");
    const handedOver = await changeHands(work, run, { kind: "partner", id: partner });
    await changeRun(work.tx, run, work.at, {
      ...{ partnerId: partner, riderId: null, feeKobo: fee },
      ...{ driverName: driverName || null, driverPhone, plate: plate || null },
    });
    await logged(work, run, "partner and driver", handedOver);
    return { ok: true, handedOver };
  },
  publish: runTopics,
});
