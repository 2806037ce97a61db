/** PICKUP-3: the entry of a rider's visit at a regular pickup. */
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { typedNumber, uuidField } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { noteVisit } from "./enter-deeds.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless } from "../runs/lock-run.server.ts";
import { refuse } from "../runs/messages.ts";

const TAKEN = "Enter a number from 0 to 1000";
const taken = typedNumber(TAKEN, z.number(TAKEN).int(TAKEN).min(0, TAKEN).max(1000, TAKEN));

/**
 * Enters that the rider visited a regular pickup, and how many parcels were taken; 0 means none. The parcels
 * have their own entries. Refuses a run that is not out, and a pickup of another run.
 */
export const visitRegular = operation({
  name: "runs.visit_regular",
  by: staff("workHub"),
  on: lockRun,
  publish: runTopics,
  input: z.object({ run: uuidField, regular: uuidField, taken }),
  run: async (work, { regular, taken: count }, run) => {
    const wrong = unless(run, ["out", "returned"], "entered");
    if (wrong) return wrong;
    if (!(await noteVisit(work.tx, run, regular, { taken: count, at: work.at })))
      return refuse("conflict", "not_regular");
    await changeRun(work.tx, run, work.at, {});
    await logRun(work, run, `a regular pickup visited, ${count} taken`);
    return { ok: true, taken: count };
  },
});
