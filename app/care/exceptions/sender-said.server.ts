/**
 * EXC-5: carries out the sender's answer about a parcel that was refused, or whose attempts are used up. A refusal alone
 * starts no return.
 */
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { STEP_FACTS, type ExceptionStep } from "../../domain/exception-kinds.ts";
import { accountOf } from "../../money/prices/booking-account.server.ts";
import { isReturnOurFault } from "../../money/prices/return-fee.server.ts";
import { listToPayBack } from "../../money/payments/door-online.server.ts";
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

/** The pieces concerned that the receiver does not have: one, or all of the booking. */
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

/** One event for all pieces of the booking, otherwise one for each. `hubId`: the hub of a piece in a hub. */
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

/** Writes the event and closes the exception with the sender's answer. Refuses a parcel that the receiver has meanwhile. */
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

/** The sender wants another attempt: the parcel goes on a run again. */
export const tryAgain = senderSaid("try_again", "rescheduled");

/** The receiver collects it at our office. */
export const holdForCollection = senderSaid("hold", "held_for_collection");

/**
 * Returns the parcel: it is delivered to the sender's place, from the hub that delivers there. The return is charged, and
 * deducted from the money that the sender is owed (PRICE-13).
 */
export const returnToSender = senderSaid("return", "return_started", async (work, { booking }, found) => {
  const { tx } = work;
  const account = booking && (await accountOf(tx, booking.code));
  if (account) await startReturn(work, account, { ourFault: await isReturnOurFault(tx, account.id) });
  const ids = found.map(({ id }) => id);
  await tx.update(pieces).set({ returning: true, toHubId: null }).where(inArray(pieces.id, ids));
  // A run that has not loaded it yet now takes it to the sender.
  const planned = and(isNull(runPieces.endedAt), isNull(runPieces.loadedAt));
  await tx
    .update(runPieces)
    .set({ returning: true })
    .where(and(inArray(runPieces.pieceId, ids), planned));
  if (booking) await listToPayBack(tx, booking.id, "goes_back");
});
