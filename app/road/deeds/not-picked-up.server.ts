/** DEED-6: a pickup that failed. */
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { endRunPlaces } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import type { Taking } from "./taking.server.ts";

/**
 * Records a pickup that failed. The parcel stays with its sender, who is not told. Dispatch puts it on another pickup.
 */
export async function notPickedUp(
  taking: Taking,
  run: LockedRun,
  there: readonly KnownPiece[],
  { reason, note }: { reason: FailureReason; note: string },
): Promise<void> {
  const { tx, occurredAt } = taking;
  const words = [`Not picked up on ${run.name}: ${failureReason(reason).label}`, note];
  const done = await addEvents(
    taking,
    there.map(({ bookingId, number }) => ({
      ...{ bookingId, piece: number, kind: "noted" as const, occurredAt, runId: run.id },
      note: words.filter(Boolean).join(". "),
    })),
  );
  for (const { code } of done.values()) taking.codes.add(code);
  const ids = there.filter(({ holderKind }) => holderKind === "sender").map(({ pieceId }) => pieceId);
  await endRunPlaces(tx, ids, "removed", occurredAt);
}
