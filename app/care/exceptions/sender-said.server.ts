/** EXC-5: a parcel was refused, or its attempts are used up: what the sender said is done. A refusal starts no return by itself. */
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { STEP_FACTS, type ExceptionStep } from "../../domain/exception-kinds.ts";
import { accountOf } from "../../money/prices/booking-account.server.ts";
import { isReturnOurFault } from "../../money/prices/return-fee.server.ts";
import { startReturn } from "../../money/payments/return-charge.server.ts";
import { recordDeeds } from "../../parcels/custody/record-deeds.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces, runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { stepForm } from "./exception-forms.ts";
import {
  deedTopicsOf,
  endException,
  lockException,
  unlessStep,
  type LockedException,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

type PieceRow = typeof pieces.$inferSelect;
type Answer = Extract<ExceptionStep, "try_again" | "hold" | "return">;

/** The pieces that it is about and the receiver does not have: one, or all of the booking. */
async function piecesFor(
  tx: Tx,
  exception: LockedException,
  step: ExceptionStep,
): Promise<PieceRow[] | Refusal> {
  const wrong = unlessStep(exception, step);
  if (wrong) return wrong;
  const { pieceId, bookingId } = exception;
  if (!bookingId) return refuse("conflict", "other_kind");
  const found = await tx
    .select()
    .from(pieces)
    .where(
      and(
        pieceId ? eq(pieces.id, pieceId) : eq(pieces.bookingId, bookingId),
        ne(pieces.holderKind, "receiver"),
      ),
    )
    .orderBy(asc(pieces.number));
  return found.length > 0 ? found : refuse("conflict", "already_delivered");
}

/** One event for all pieces of the booking, else one for each. `hubId`: where it happens, of a piece at a hub. */
async function record(
  work: Work<Admin>,
  { booking }: LockedException,
  found: readonly PieceRow[],
  kind: EventKind,
): Promise<void> {
  const hubOf = ({ holderKind, holderId }: PieceRow) => (holderKind === "hub" ? holderId : null);
  await recordDeeds(
    work,
    found.map((piece) => ({
      bookingId: piece.bookingId,
      piece: booking!.pieces === 1 ? null : piece.number,
      kind,
      occurredAt: work.at,
      hubId: hubOf(piece),
    })),
  );
}

/** Writes the event and ends the exception with what the sender said. Refuses a parcel that the receiver has meanwhile. */
const senderSaid = (
  step: Answer,
  kind: EventKind,
  also: (work: Work<Admin>, exception: LockedException, found: readonly PieceRow[]) => Promise<void> = () =>
    Promise.resolve(),
) =>
  operation({
    name: `exceptions.${step}`,
    by: staff("closeExceptions"),
    input: stepForm,
    on: lockException,
    run: async (work, { note }, exception) => {
      const found = await piecesFor(work.tx, exception, step);
      if ("ok" in found) return found;
      await also(work, exception, found);
      await record(work, exception, found, kind);
      return endException(work, exception, { reason: STEP_FACTS[step].ends, words: note });
    },
    publish: deedTopicsOf,
  });

/** The sender wants another attempt: it goes onto a run again. */
export const tryAgain = senderSaid("try_again", "rescheduled");

/** The receiver fetches it at our office. */
export const holdForCollection = senderSaid("hold", "held_for_collection");

/** It goes back: the sender's place is where it is delivered, from the hub that delivers there. The return is charged, and taken from what the sender is owed (PRICE-13). */
export const returnToSender = senderSaid("return", "return_started", async (work, { booking }, found) => {
  const { tx } = work;
  const account = booking && (await accountOf(tx, booking.code));
  if (account) await startReturn(work, account, { ourFault: await isReturnOurFault(tx, account.id) });
  const ids = found.map(({ id }) => id);
  await tx.update(pieces).set({ returning: true, toHubId: null }).where(inArray(pieces.id, ids));
  // A run that has not loaded it yet takes it to the sender now.
  const planned = and(isNull(runPieces.endedAt), isNull(runPieces.loadedAt));
  await tx
    .update(runPieces)
    .set({ returning: true })
    .where(and(inArray(runPieces.pieceId, ids), planned));
});
