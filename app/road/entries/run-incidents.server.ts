/** TRIP-11: reports an incident of a whole run, and moves undelivered pieces of a run to another run. */
import { inArray, sql } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { INCIDENT_FACTS } from "../../domain/run.ts";
import { endRunPlaces, moveTogether } from "../../parcels/custody/move-pieces.server.ts";
import { deedTopics, addEvents } from "../../history/add-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { placeOnRun, stopsFor } from "../runs/join-run.server.ts";
import { deedsOnRun } from "../runs/deeds-on-run.server.ts";
import { deedAt } from "../runs/deed-time.ts";
import { aboutIncidents } from "./entered-meanwhile.server.ts";
import { noteIncident } from "./enter-deeds.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless, type LockedRun } from "../runs/lock-run.server.ts";
import { holderOfRun, LEAVES } from "../runs/on-the-way.ts";
import {
  codesOf,
  deedOf,
  loaded,
  isStillOnRun,
  piecesOfRun,
  type PieceOfRun,
} from "../runs/pieces-of-run.server.ts";
import { mayBeLoaded } from "../runs/may-be-loaded.server.ts";
import { refuse } from "../runs/messages.ts";
import { incidentForm, moveChosenForm, moveForm } from "../runs/run-forms.ts";

/** Records an incident of a run: one exception, and for each booking an event that only staff see. */
export const reportIncident = operation({
  name: "runs.incident",
  by: staff("workHub"),
  act: "incident",
  input: incidentForm,
  varying: ["agedMs"],
  on: lockRun,
  meanwhile: aboutIncidents,
  run: async (work, { incident, note, ...time }, run) => {
    const wrong = unless(run, ["loaded", "out"], "given an incident");
    if (wrong) return wrong;
    const occurredAt = deedAt(time, work.at);
    if (!occurredAt) return refuse("invalid", "when_wrong");
    const codes = await noteIncident(work, run, { incident, note, occurredAt });
    await logRun(work, run, `${INCIDENT_FACTS[incident].label}`);
    return { ok: true, codes };
  },
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes), "exceptions"],
});

type MoveForm = { run: string; toRun: string; pieces: readonly string[] };
type Both = { from: LockedRun; to: LockedRun };

/** Locks the rows of both runs in order of their ids, so that two opposite moves do not deadlock. */
async function lockBoth(work: Work<Admin>, { run: from, toRun }: MoveForm): Promise<Both | Refusal> {
  const both: (LockedRun | Refusal)[] = [];
  for (const run of [from, toRun].toSorted()) both.push(await lockRun(work, { run }));
  const [first, second] = from < toRun ? both : both.toReversed();
  if ("ok" in first!) return first;
  return "ok" in second! ? second : { from: first!, to: second! };
}

async function move(work: Work<Admin>, { pieces }: MoveForm, { from, to }: Both) {
  const { tx, at } = work;
  const wrong =
    unless(from, ["planned", "loaded", "out"], "emptied") ??
    unless(to, ["planned", "loaded", "out"], "given more parcels");
  if (wrong) return wrong;
  const chosen = pieces.length > 0 ? inArray(runPieces.pieceId, [...pieces]) : sql`true`;
  const moved = await piecesOfRun(tx, from.id, sql`${isStillOnRun} and ${chosen}`);
  if (moved.length === 0) return refuse("conflict", "none_of_run");
  const holder = holderOfRun(to);
  const handedOver = moved.filter(({ holderKind }) => holderKind === "rider" || holderKind === "partner");
  const changesHands = to.state === "planned" ? handedOver : moved;
  if (changesHands.length > 0 && !holder) return refuse("invalid", "no_holder");
  const ids = moved.map(({ pieceId }) => pieceId);
  const leaves = to.state === "out" ? LEAVES[to.kind] : null;
  const leaving = leaves ? await leavingNow(tx, from, moved) : [];
  const done = await addEvents(
    work,
    leaving.map((piece) => deedOf(piece, { kind: leaves!, run: to, occurredAt: at })),
  );
  if (holder)
    await moveTogether(work, changesHands, { to: holder, occurredAt: at, method: "list", runId: to.id });
  await endRunPlaces(tx, ids, "moved", at);
  await takeOver(tx, to, moved, at);
  if (changesHands.length > 0) {
    const refused = await mayBeLoaded(work, to, sql`${inArray(runPieces.pieceId, ids)} and ${loaded}`);
    if (refused) return refused;
  }
  for (const run of [from, to]) await changeRun(tx, run, at, {});
  await logRun(work, from, `${moved.length} moved to ${to.name}`);
  return { ok: true as const, moved: moved.length, toName: to.name, codes: codesOf(done) };
}

/**
 * Returns the pieces that leave the hub now, because they are moved to a run that is out. If the run `from` is not out,
 * these are all moved pieces. If `from` is out, its pieces have left the hub before. Then a piece leaves again only if
 * it is back in the hub, or if its delivery failed.
 */
async function leavingNow(tx: Tx, from: LockedRun, moved: readonly PieceOfRun[]): Promise<PieceOfRun[]> {
  if (from.state !== "out") return [...moved];
  const { attempt } = await deedsOnRun(tx, from.id);
  return moved.filter((piece) => piece.holderKind === "hub" || attempt(piece) !== null);
}

const moveTopics = (done: { codes: readonly string[] }, input: unknown, { from, to }: Both): Topic[] => [
  ...runTopics(done, input, from),
  `run:${to.id}`,
  ...deedTopics(done.codes),
];

/**
 * Moves the chosen pieces, or all remaining pieces if none is chosen, to another run. Loaded pieces are
 * handed over to the other run's rider or partner. Refuses if no piece remains, if the other run is closed or
 * has no holder, and if its rider may not carry the pieces (TRIP-7).
 */
export const moveToRun = operation({
  name: "runs.move_to_run",
  by: staff("planRuns"),
  act: "handed_over",
  input: moveForm,
  on: lockBoth,
  run: move,
  publish: moveTopics,
});

/** Moves the chosen pieces; refuses if none is chosen. */
export const moveChosen = operation({
  name: "runs.move_chosen",
  by: staff("planRuns"),
  act: "handed_over",
  input: moveChosenForm,
  on: lockBoth,
  run: move,
  publish: moveTopics,
});

/** Puts the moved pieces on the other run, each at the stop of its place. */
async function takeOver(
  tx: Tx,
  to: LockedRun,
  moved: readonly { pieceId: string; holderKind: string }[],
  at: Date,
) {
  const ids = moved.map(({ pieceId }) => pieceId);
  const stops = await stopsFor(tx, to, await placeOnRun(tx, ids, to.kind));
  const isLoaded = (holderKind: string) =>
    to.state !== "planned" || holderKind === "rider" || holderKind === "partner";
  await tx.insert(runPieces).values(
    moved.map(({ pieceId, holderKind }) => ({
      runId: to.id,
      pieceId,
      stop: stops.get(pieceId)!,
      assignedAt: at,
      loadedAt: isLoaded(holderKind) ? at : null,
      loadedBy: isLoaded(holderKind) ? ("list" as const) : null,
    })),
  );
}
