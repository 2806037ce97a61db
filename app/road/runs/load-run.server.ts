/** TRIP-5: loads a run and seals it. Once the run is sealed, its rider or partner holds the loaded pieces. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import type { CustodyMethod } from "../../domain/custody.ts";
import { runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { deedAt, type DeedTime } from "./deed-time.ts";
import { changeRun, lockSeenRun, logRun, runTopics, unless, type LockedRun } from "./lock-run.server.ts";
import { stopsFor } from "./join-run.server.ts";
import { holderOfRun } from "./on-the-way.ts";
import { endPlaces, isStillOnRun, piecesOfRun, type PieceOfRun } from "./pieces-of-run.server.ts";
import { refuse } from "./messages.ts";
import { mayBeLoaded } from "./may-be-loaded.server.ts";
import { differenceForm, runForm } from "./run-forms.ts";

type LoadWork = Work<Admin>;

/** Loads the planned pieces of a run that are not loaded yet. Returns how many pieces were loaded. */
export async function loadPlanned(
  work: LoadWork,
  run: LockedRun,
  chosen: readonly string[] | null,
  how: { time: DeedTime; method: CustodyMethod },
): Promise<{ ok: true; loaded: number } | Refusal> {
  const { tx, at } = work;
  const wrong = unless(run, ["planned"], "loaded");
  if (wrong) return wrong;
  const deed = deedAt(how.time, at);
  if (!deed) return refuse("invalid", "when_wrong");
  const picked = chosen ? inArray(runPieces.pieceId, [...chosen]) : sql`true`;
  const refused = await mayBeLoaded(work, run, sql`${picked} and ${isNull(runPieces.loadedAt)}`);
  if (refused) return refused;
  const rows = await tx
    .update(runPieces)
    .set({ loadedAt: deed, loadedBy: how.method })
    .where(and(eq(runPieces.runId, run.id), isStillOnRun, isNull(runPieces.loadedAt), picked))
    .returning({ id: runPieces.id });
  if (rows.length > 0) await changeRun(tx, run, at, {});
  return { ok: true, loaded: rows.length };
}

/** 'Load what is planned': loads all planned pieces without a scan, so a missing piece is noticed only later. */
export const loadWhatIsPlanned = operation({
  name: "runs.load_planned",
  by: staff("loadRuns"),
  input: runForm,
  on: lockSeenRun,
  run: (work, _, run) =>
    loadPlanned(work, run, null, { time: { agedMs: 0, happenedAt: "" }, method: "list" }),
  publish: runTopics,
});

/**
 * Seals a run: its rider or partner takes the loaded pieces. If the loaded pieces differ from the plan, a reason and a
 * person's name are needed. Each missing piece is removed from the run, and an exception with that name is opened for
 * it.
 * Refuses a run with neither rider nor partner, a run without loaded pieces (except a pickup), and a run that somebody
 * else has just sealed.
 */
export const sealRun = operation({
  name: "runs.seal",
  by: staff("workHub"),
  act: "sealed",
  input: differenceForm,
  on: lockSeenRun,
  run: async (work, { note, person }, run) => {
    const { tx, at } = work;
    const wrong = unless(run, ["planned"], "sealed");
    if (wrong) return wrong;
    const holder = holderOfRun(run);
    if (!holder) return refuse("invalid", "no_holder");
    // The rider's phone shows the stops as they are when the run is sealed. So pieces whose address was corrected move
    // to their new stops now.
    await stopsFor(tx, run, []);
    const all = await piecesOfRun(tx, run.id, isStillOnRun);
    const there = all.filter(({ loadedAt }) => loadedAt);
    const missing = run.kind === "pickup" ? [] : all.filter(({ loadedAt }) => !loadedAt);
    const extra = there.filter((piece) => piece.extra);
    if (there.length === 0 && run.kind !== "pickup") return refuse("invalid", "nothing_loaded");
    const differs = missing.length > 0 || extra.length > 0;
    if (differs && (!note || !person))
      return refuse("conflict", "difference", { missing: missing.length, extra: extra.length });
    await movePieces(
      work,
      there.map(({ pieceId, loadedBy }) => ({
        pieceId,
        to: holder,
        occurredAt: at,
        method: loadedBy ?? "list",
        runId: run.id,
      })),
    );
    const said = differs ? `${note} (${person})` : null;
    if (missing.length > 0) await leaveBehind(work, run, missing, said);
    await changeRun(tx, run, at, { state: "loaded", sealedAt: at, sealNote: said });
    await logRun(
      work,
      run,
      `sealed with ${there.length}${differs ? `, ${missing.length} missing, ${extra.length} extra: ${said}` : ""}`,
    );
    return { ok: true, sealed: there.length, missing: missing.length, extra: extra.length };
  },
  publish: runTopics,
});

async function leaveBehind(
  { tx, at, act }: LoadWork,
  run: LockedRun,
  missing: readonly PieceOfRun[],
  note: string | null,
) {
  await endPlaces(tx, missing, "missing", at);
  await openExceptions(
    tx,
    missing.map(({ pieceId, bookingId }) => ({
      kind: "missing",
      pieceId,
      bookingId,
      runId: run.id,
      hubId: run.hubId,
      note: note ?? `Not there when ${run.name} was sealed`,
    })),
    act,
  );
}
