/** TRIP-9: the effects of an entry at a stop: delivered, or attempted. The office enters it, or a rider's phone sends it. */
import type { Admin, Rider } from "../../access/actor.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Act } from "../../platform/operations/act.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { changeRun, logRun, type LockedRun } from "./lock-run.server.ts";
import type { PieceOfRun } from "./pieces-of-run.server.ts";
import { endAsDelivered, openDisagreements } from "./late-deeds.server.ts";
import { codesOf, deedOf } from "./run-events.ts";

export type EntryWork = Pick<Work<Admin | Rider>, "services" | "tx" | "actor" | "at" | "act">;
/** The data of a piece that an entry needs. The entry may be about a piece that has left the run. */
export type EnteredPiece = Pick<PieceOfRun, "pieceId" | "number" | "bookingId" | "code" | "returning">;
type Entered = { there: readonly EnteredPiece[]; occurredAt: Date };

const loggedEntry = (
  work: { tx: Tx; actor: Admin; at: Date },
  run: LockedRun,
  pieces: readonly EnteredPiece[],
  what: string,
) => logRun(work, run, `${what} ${[...new Set(pieces.map(({ code }) => code))].join(", ")}`);

/**
 * The effects of an entry by the office that a phone's deed does not have: the run's next version, and a row of the
 * activity log. Phones' deeds have a ledger of their own. They do not change the version, because each of them would
 * make open forms of dispatch outdated.
 */
export async function afterEntry(
  { tx, actor, at }: EntryWork,
  run: LockedRun,
  pieces: readonly EnteredPiece[],
  what: string,
): Promise<void> {
  if (actor.kind === "rider") return;
  await changeRun(tx, run, at, {});
  await loggedEntry({ tx, actor, at }, run, pieces, what);
}

/** A delivery at one stop. `act`: its act, if several are written at once. */
export type DeliveredStop = Entered & { run: LockedRun; note: string; act?: Act };

/**
 * Hands pieces to their receivers, or to their sender if they are returning, in the caller's transaction. The stops
 * must be of different bookings.
 */
export async function deliverPieces(work: EntryWork, stops: readonly DeliveredStop[]) {
  const all = stops.flatMap(({ there, ...stop }) => there.map((piece) => ({ piece, ...stop })));
  const done = await addEvents(
    work,
    all.map(({ piece, run, occurredAt, act = work.act, note }) => ({
      ...deedOf(piece, { kind: piece.returning ? "returned" : "delivered", run, occurredAt }),
      act,
      note: note || null,
    })),
  );
  const moved = await movePieces(
    work,
    all.map(({ piece: { pieceId, returning }, run, occurredAt, act = work.act }) => ({
      pieceId,
      to: { kind: returning ? "sender" : "receiver", id: null },
      occurredAt,
      act,
      method: "typed",
      runId: run.id,
    })),
  );
  await endAsDelivered(
    work,
    all.map(({ piece, ...stop }) => ({ pieceId: piece.pieceId, ...stop })),
  );
  for (const stop of stops) await openDisagreements(work, stop, moved);
  for (const [run, own] of Map.groupBy(stops, (stop) => stop.run)) {
    const pieces = own.flatMap(({ there }) => there);
    await afterEntry(work, run, pieces, "delivered");
  }
  return { ok: true as const, delivered: all.length, codes: codesOf(done) };
}

/**
 * Records a failed attempt to deliver pieces, in the caller's transaction. A refused parcel is not returned at once: it
 * becomes an exception, and dispatch asks the sender. A parcel after its last attempt becomes an exception, too. Nothing
 * follows from an attempt that does not count.
 */
export async function attemptPieces(
  work: EntryWork,
  run: LockedRun,
  { there, occurredAt }: Entered,
  { reason, note }: { reason: FailureReason; note: string },
) {
  const done = await addEvents(
    work,
    there.map((piece) => ({
      ...deedOf(piece, { kind: "attempted", run, occurredAt }),
      reason,
      note: note || null,
    })),
  );
  await afterEntry(work, run, there, `${failureReason(reason).label}:`);
  return { ok: true as const, attempted: there.length, codes: codesOf(done) };
}
