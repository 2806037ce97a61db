/** EXC-5, CHOICE-3: carries out the sender's decision about a parcel that was refused or not delivered. */
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Admin, System } from "../../access/actor.ts";
import { FIRST_STATUS, type BookingStatus } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { ExceptionStep } from "../../domain/exception-kinds.ts";
import { listToPayBack } from "../../money/payments/list-to-pay-back.server.ts";
import { startReturn } from "../../money/payments/return-charge.server.ts";
import { accountOf } from "../../money/prices/booking-account.server.ts";
import { isReturnOurFault } from "../../money/prices/return-fee.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces, receiverChoices, runPieces } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { addEvents } from "../../history/add-events.server.ts";

export type Decision = Extract<ExceptionStep, "try_again" | "hold" | "return">;
export type PieceRow = typeof pieces.$inferSelect;
type Deciding = Pick<Work<Admin | System>, "services" | "tx" | "actor" | "act">;
type Parcel = { id: string; code: string; pieces: number };

const EVENTS: Record<Decision, EventKind> = {
  try_again: "rescheduled",
  hold: "held_for_collection",
  return: "return_started",
};

/** Reads the pieces that the receiver does not have yet. `pieceId` limits the result to one piece. */
export const piecesLeft = (
  tx: Pick<Tx, "select">,
  bookingId: string,
  pieceId: string | null = null,
): Promise<PieceRow[]> =>
  tx
    .select()
    .from(pieces)
    .where(
      and(
        pieceId ? eq(pieces.id, pieceId) : eq(pieces.bookingId, bookingId),
        ne(pieces.holderKind, "receiver"),
      ),
    )
    .orderBy(asc(pieces.number));

/**
 * True if no piece was picked up. The booking can then be cancelled, but not held or returned. The booking's status is
 * checked too: staff may have set it by hand, and that moves no piece (CUSTODY-3).
 */
export const isNotPickedUp = (status: BookingStatus, found: readonly PieceRow[]): boolean =>
  status === FIRST_STATUS && found.every(({ holderKind }) => holderKind === "sender");

/**
 * True if a rider holds a piece, also after a failed attempt. The sender's decision must then wait until a hub has the
 * piece, because the rider would not learn of the decision.
 */
export const isWithRider = (found: readonly PieceRow[]): boolean =>
  found.some(({ holderKind }) => holderKind === "rider");

/**
 * Carries out a decision about pieces of a booking whose row is locked. A return is charged first: its price is
 * deducted from the money that the company owes the sender (PRICE-13). The pieces then go to the sender's address.
 */
export async function carryOut(
  work: Deciding,
  booking: Parcel,
  found: readonly PieceRow[],
  decision: Decision,
): Promise<void> {
  if (decision === "return") await sendBack(work, booking, found);
  await work.tx
    .update(receiverChoices)
    .set({ endedAt: work.act.at, endedBy: "acted" })
    .where(
      and(eq(receiverChoices.bookingId, booking.id), isNull(receiverChoices.endedAt), decided(decision)),
    );
  const moving = found.filter(({ holderKind }) => holderKind !== "sender");
  await addEvents(
    work,
    moving.map(({ bookingId, number, holderKind, holderId }) => ({
      bookingId,
      piece: booking.pieces === 1 ? null : number,
      kind: EVENTS[decision],
      occurredAt: work.act.at,
      hubId: holderKind === "hub" ? holderId : null,
    })),
  );
}

/**
 * Selects the receiver's choices that a decision ends. A return ends every choice in the slot 'plan'. Any other
 * decision ends only a refusal.
 */
const decided = (decision: Decision) =>
  decision === "return" ? eq(receiverChoices.slot, "plan") : eq(receiverChoices.kind, "refuse");

async function sendBack(
  work: Deciding,
  { id: bookingId, code }: Parcel,
  found: readonly PieceRow[],
): Promise<void> {
  const { tx } = work;
  const account = await accountOf(tx, code);
  if (account) await startReturn(work, account, { ourFault: await isReturnOurFault(tx, account.id) });
  const ids = found.map(({ id }) => id);
  await tx.update(pieces).set({ returning: true, toHubId: null }).where(inArray(pieces.id, ids));
  // Pieces that are planned on a run, but not loaded, stay on that run. The run now brings them back to the sender.
  const planned = and(isNull(runPieces.endedAt), isNull(runPieces.loadedAt));
  await tx
    .update(runPieces)
    .set({ returning: true })
    .where(and(inArray(runPieces.pieceId, ids), planned));
  await listToPayBack(tx, bookingId, "goes_back");
}
