/** TRIP-11: what happens to a whole run, and moving what it can no longer deliver to another one. */
import { eq, inArray, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { INCIDENT_FACTS } from "../../domain/run.ts";
import { by } from "../../money/prices/money-events.server.ts";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { openExceptions } from "../../parcels/custody/open-exception.server.ts";
import { deedTopics, recordDeeds } from "../../parcels/custody/record-deeds.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { deedAt } from "./deed-time.ts";
import { holderOfRun } from "./load-run.server.ts";
import {
  changeRun,
  lockRun,
  onRun,
  piecesOfRun,
  runTopics,
  unless,
  type LockedRun,
} from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import { incidentForm, withPieces } from "./run-forms.ts";
import { codesOf, deedOf } from "./run-way.server.ts";

/** Notes an incident of a run that is on its way: in the history of each booking on it, for staff alone, and as one exception of the desk. */
export const reportIncident = operation({
  name: "runs.incident",
  by: staff("workHub"),
  input: incidentForm,
  varying: ["agedMs"],
  on: lockRun,
  run: async (work, { incident, note, ...time }, run) => {
    const { tx, actor, at } = work;
    const wrong = unless(run, ["loaded", "out"], "given an incident");
    if (wrong) return wrong;
    const occurredAt = deedAt(time, at);
    if (!occurredAt) return refuse("invalid", "when_wrong");
    const there = await piecesOfRun(tx, run.id, onRun);
    const done = await recordDeeds(
      work,
      there.map((piece) => ({
        ...deedOf(piece, { kind: "incident", run, occurredAt }),
        incident,
        note: note || null,
      })),
    );
    await openExceptions(
      tx,
      [{ kind: "incident", runId: run.id, hubId: run.hubId, incident, note: note || null }],
      {
        byName: by(actor).byName,
        at,
      },
    );
    await recordActivity(tx, actor, at, {
      action: "update_run",
      description: `${run.name}: ${INCIDENT_FACTS[incident].label}`,
      entityType: "run",
      entityId: run.id,
    });
    return { ok: true, codes: codesOf(done) };
  },
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes), "exceptions"],
});

const moveForm = withPieces(
  z
    .object({ run: uuidField, toRun: uuidField, pieces: z.array(uuidField).max(1000) })
    .refine(({ run, toRun }) => run !== toRun, {
      path: ["toRun"],
      error: "Choose another run",
    }),
);

/**
 * Moves pieces of a run to another one in one act: all that are still on it where none is chosen. What the first had loaded is handed over to the rider
 * or partner of the second, which may be on its way. Refuses where nothing is left, and a second run that is closed or has nobody.
 */
export const moveToRun = operation({
  name: "runs.move_to_run",
  by: staff("planRuns"),
  input: moveForm,
  on: async (work, { run: from, toRun }) => {
    // In the order of their ids, so that two who move between the same runs do not wait in a ring.
    const both = [];
    for (const run of [from, toRun].toSorted()) both.push(await lockRun(work, { run }));
    const [first, second] = from < toRun ? both : both.toReversed();
    if ("ok" in first!) return first;
    return "ok" in second! ? second : { from: first!, to: second! };
  },
  run: async (work, { pieces }, { from, to }) => {
    const { tx, actor, at } = work;
    const wrong =
      unless(from, ["planned", "loaded", "out"], "emptied") ??
      unless(to, ["planned", "loaded", "out"], "given more parcels");
    if (wrong) return wrong;
    const chosen = pieces.length > 0 ? inArray(runPieces.pieceId, pieces) : sql`true`;
    const moved = await piecesOfRun(tx, from.id, sql`${onRun} and ${chosen}`);
    if (moved.length === 0) return refuse("conflict", "none_of_run");
    const holder = holderOfRun(to);
    const handedOver = moved.filter(({ holderKind }) => holderKind === "rider" || holderKind === "partner");
    if (handedOver.length > 0 && !holder) return refuse("invalid", "no_holder");
    const ids = moved.map(({ pieceId }) => pieceId);
    await endRunPlaces(tx, ids, "moved", at);
    await takeOver(tx, to, moved, at);
    if (holder)
      await movePieces(
        work,
        (to.state === "planned" ? handedOver : moved).map(({ pieceId }) => ({
          pieceId,
          to: holder,
          occurredAt: at,
          method: "list",
          runId: to.id,
        })),
      );
    for (const run of [from, to]) await changeRun(tx, run, at, {});
    await recordActivity(tx, actor, at, {
      action: "update_run",
      description: `${from.name}: ${moved.length} moved to ${to.name}`,
      entityType: "run",
      entityId: from.id,
    });
    return { ok: true, moved: moved.length, toName: to.name };
  },
  publish: (done, input, { from, to }) => [...runTopics(done, input, from), `run:${to.id}`, "bookings"],
});

async function takeOver(
  tx: Tx,
  to: LockedRun,
  moved: readonly { pieceId: string; stop: number; holderKind: string }[],
  at: Date,
) {
  const [{ last } = { last: 0 }] = await tx
    .select({ last: sql<number>`coalesce(max(${runPieces.stop}), 0)`.mapWith(Number) })
    .from(runPieces)
    .where(eq(runPieces.runId, to.id));
  const isLoaded = (holderKind: string) =>
    to.state !== "planned" || holderKind === "rider" || holderKind === "partner";
  await tx.insert(runPieces).values(
    moved.map(({ pieceId, stop, holderKind }) => ({
      runId: to.id,
      pieceId,
      stop: last + stop,
      assignedAt: at,
      loadedAt: isLoaded(holderKind) ? at : null,
      loadedBy: isLoaded(holderKind) ? ("list" as const) : null,
    })),
  );
}
