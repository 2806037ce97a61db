/** EXC-4: the steps for a missing or extra piece: found at a hub, kept, sent on, or lost. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { LOST_STATUS } from "../../domain/delivery-status.ts";
import { listToPayBack } from "../../money/payments/list-to-pay-back.server.ts";
import type { ExceptionStep } from "../../domain/exception-kinds.ts";
import { notify } from "../../notifications/notify.server.ts";
import { openClaim } from "../../parcels/claiming/open-claim.server.ts";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { receivePieces } from "../../road/runs/receive-pieces.server.ts";
import { hubStepForm, stepForm } from "./exception-forms.ts";
import {
  activeHub,
  deedTopicsOf,
  endException,
  lockException,
  unlessStep,
  stepWithWords,
  type LockedException,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

type PieceOf = {
  id: string;
  /** The piece's number. Null if the booking has one piece: then the deeds are about the whole booking. */
  number: number | null;
  bookingId: string;
};

/** Finds the piece of an exception. Refuses a delivered piece, and a step that the kind does not have. */
export async function pieceFor(
  tx: Tx,
  exception: LockedException,
  step: ExceptionStep,
): Promise<PieceOf | Refusal> {
  const wrong = unlessStep(exception, step);
  if (wrong) return wrong;
  const { pieceId, booking } = exception;
  const [piece] = pieceId ? await tx.select().from(pieces).where(eq(pieces.id, pieceId)) : [];
  if (!piece || !booking) return refuse("conflict", "other_kind");
  if (piece.holderKind === "receiver") return refuse("conflict", "already_delivered");
  const { id, number, bookingId } = piece;
  return { id, number: booking.pieces === 1 ? null : number, bookingId };
}

const putAtHub = (work: Work<Admin>, piece: PieceOf, hubId: string) =>
  receivePieces(work, { hubId, pieceIds: [piece.id], occurredAt: work.at, method: "typed" });

/** Records that staff found a missing piece at a hub, which becomes the holder of the piece. */
export const foundHere = operation({
  name: "exceptions.found",
  by: staff("closeExceptions"),
  act: "received",
  input: hubStepForm,
  on: lockException,
  run: async (work, { hub: hubId, note }, exception) => {
    const piece = await pieceFor(work.tx, exception, "found");
    if ("ok" in piece) return piece;
    const hub = await activeHub(work.tx, hubId);
    if (!hub) return refuse("invalid", "unknown_hub");
    // The exception is closed before the hub receives the piece. Otherwise `putAtHub` would close the
    // exception without the note.
    const done = await endException(work, exception, {
      reason: "found",
      words: stepWithWords(`Found at ${hub.name}.`, note),
    });
    await putAtHub(work, piece, hub.id);
    return done;
  },
  publish: deedTopicsOf,
});

/** Keeps an extra piece at its hub. `keep`: the hub delivers the piece. `send_on`: the piece waits for a run. */
const extraAt = (step: "keep" | "send_on") =>
  operation({
    name: `exceptions.${step}`,
    by: staff("closeExceptions"),
    act: "exception_decided",
    input: hubStepForm,
    on: lockException,
    run: async (work, { hub: hubId, note }, exception) => {
      const piece = await pieceFor(work.tx, exception, step);
      if ("ok" in piece) return piece;
      const hub = await activeHub(work.tx, hubId);
      if (!hub) return refuse("invalid", "unknown_hub");
      await putAtHub(work, piece, hub.id);
      const isKept = step === "keep";
      if (isKept) await work.tx.update(pieces).set({ toHubId: hub.id }).where(eq(pieces.id, piece.id));
      const did = isKept ? `Kept at ${hub.name}.` : `At ${hub.name}, to be sent to its hub.`;
      return endException(work, exception, { reason: "solved", words: stepWithWords(did, note) });
    },
    publish: deedTopicsOf,
  });
export const keepExtra = extraAt("keep");
export const sendExtraOn = extraAt("send_on");

/**
 * Declares a missing piece lost, mails the sender, and creates a claim about the piece (CLAIM-1). If the
 * booking has no other piece, the booking becomes Failed with the reason Lost.
 */
export const declareLost = operation({
  name: "exceptions.lost",
  by: staff("closeExceptions"),
  act: "exception_decided",
  input: stepForm,
  on: lockException,
  run: async (work, { note }, exception) => {
    const { tx, at, services } = work;
    const piece = await pieceFor(tx, exception, "lost");
    if ("ok" in piece) return piece;
    const { bookingId, number } = piece;
    const claim = { kind: "loss", words: null, saidAt: at } as const;
    await openClaim(work, exception.booking!, claim);
    const done = await addEvents(work, [
      {
        bookingId,
        piece: number,
        kind: "status_set",
        toStatus: LOST_STATUS,
        occurredAt: at,
        reason: "lost",
        // The mail to the sender shows this note.
        note: number === null ? null : `Piece ${number} of ${exception.booking!.pieces}`,
      },
    ]);
    const now = done.get(bookingId);
    if (now?.status === LOST_STATUS) await listToPayBack(tx, bookingId, "over");
    // If other pieces are still on the way, the booking does not become Failed, so `addEvents` sends no mail. The mail
    // about the lost piece is then sent here.
    if (now && now.status !== LOST_STATUS)
      await notify(services, tx, { event: "status_changed", about: { bookingId, eventId: now.eventId } });
    const runs = await endRunPlaces(tx, [piece.id], "missing", at);
    await movePieces(work, [
      {
        pieceId: piece.id,
        to: { kind: "lost", id: null },
        occurredAt: at,
        method: "typed",
        runId: runs.get(piece.id) ?? null,
      },
    ]);
    return endException(work, exception, { reason: "lost", words: note });
  },
  publish: (done, input, exception) => [...deedTopicsOf(done, input, exception), "claims"],
});
