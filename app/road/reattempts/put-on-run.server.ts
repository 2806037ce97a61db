/** TRIP-21: puts failed deliveries on a run of a following day. */
import { and, eq, gt, lt } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { addDays, lagosDay, startOfLagosDay } from "../../domain/dates.ts";
import { deedTopics, addEvents } from "../../history/add-events.server.ts";
import { chosenOtherwise } from "../../parcels/receiver-choices/chosen-otherwise.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { riders, runs } from "../../platform/db/schema.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { moveDay } from "../../parcels/bookings/move-day.server.ts";
import { planRun } from "../runs/create-run.server.ts";
import { joinRun } from "../runs/join-run.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless } from "../runs/lock-run.server.ts";
import { refuse } from "../runs/messages.ts";
import { newRunForm, NONE, withPieces } from "../runs/run-forms.ts";
import { codesOf } from "../runs/pieces-of-run.server.ts";
import { readReattempts } from "./read-reattempts.server.ts";

/** Pieces can be put on planned delivery runs from tomorrow until this many days ahead. */
const DAYS_AHEAD = 14;

export function runsAhead(db: Pick<Db, "select">, at: Date) {
  const today = startOfLagosDay(at);
  return db
    .select({ id: runs.id, name: runs.name, day: runs.day, hubId: runs.hubId, rider: riders.name })
    .from(runs)
    .leftJoin(riders, eq(riders.id, runs.riderId))
    .where(
      and(
        eq(runs.kind, "delivery"),
        eq(runs.state, "planned"),
        gt(runs.day, lagosDay(today)),
        lt(runs.day, lagosDay(addDays(today, DAYS_AHEAD + 1))),
      ),
    )
    .orderBy(runs.day, runs.name);
}

/** Matches the field `run` if a new run was chosen: 'new' with a day, or without a day for tomorrow. */
const NEW_RUN = /^new(?: (\d{4}-\d\d-\d\d))?$/;
const choose = "Choose a run";
const reattemptForm = withPieces(
  z
    .object({
      run: z.string(choose).refine((run) => NEW_RUN.test(run) || isUuid(run), choose),
      hub: z.string().default(""),
      rider: z.string().default(""),
      pieces: z.array(uuidField, NONE).min(1, NONE).max(1000),
    })
    .refine(({ run, hub }) => !NEW_RUN.test(run) || isUuid(hub), { path: ["run"], error: choose }),
);

const newRun = (at: Date, run: string, hub: string, rider: string) =>
  newRunForm.parse({
    ...{ kind: "delivery", hub, rider },
    day: NEW_RUN.exec(run)?.[1] ?? lagosDay(addDays(at, 1)),
  });

/**
 * Puts pieces whose delivery failed on a planned or a new delivery run. The pieces must be in the run's hub. Each
 * booking gets a new delivery day, which is mailed to its sender. A piece stays in the hub if its sender must answer
 * first, or if its receiver chose another day or no delivery. A piece that somebody put on another run meanwhile stays
 * on that run. Refuses a run that is not a planned delivery run. Also refuses if no chosen piece is waiting.
 */
export const putOnRunAgain = operation({
  name: "runs.reattempt",
  by: staff("planRuns"),
  act: "rescheduled",
  input: reattemptForm,
  on: (work, { run, hub, rider }) =>
    NEW_RUN.test(run) ? planRun(work, newRun(work.at, run, hub, rider)) : lockRun(work, { run }),
  run: async (work, { pieces: chosen }, run) => {
    const { tx, at } = work;
    const wrong = unless(run, ["planned"], "given more parcels");
    if (wrong) return wrong;
    const found =
      run.kind === "delivery" ? await readReattempts(tx, { hubId: run.hubId, pieceIds: chosen }) : [];
    const others = await chosenOtherwise(
      tx,
      found.map(({ pieceId }) => pieceId),
      run.day,
    );
    const waiting = found.filter(({ asksSender, pieceId }) => !asksSender && !others.has(pieceId));
    if (waiting.length === 0) return refuse("conflict", "none_of_run");
    const put = await joinRun(tx, run, waiting, { assignedAt: at });
    const bookings = new Set(
      waiting.filter(({ pieceId }) => put.has(pieceId)).map(({ bookingId }) => bookingId),
    );
    const done = await addEvents(
      work,
      [...bookings].map((bookingId) => ({
        bookingId,
        piece: null,
        kind: "rescheduled",
        occurredAt: at,
        hubId: run.hubId,
        runId: run.id,
      })),
    );
    // The event 'rescheduled' of this act informs sender and receiver, so the new day sends no message.
    await moveDay(work, [...bookings], { why: "run", day: run.day }, { quiet: true });
    await changeRun(tx, run, at, {});
    await logRun(work, run, `${put.size} put on again`);
    return { ok: true, put: put.size, left: others.size, run: run.name, codes: codesOf(done) };
  },
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes)],
});
