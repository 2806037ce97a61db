/**
 * DEED-6, DEED-11: carries out a rider's deed at a stop, with the same effects as an entry that the office makes for
 * the stop.
 */
import { and, eq, inArray } from "drizzle-orm";
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import { attemptPieces, pickUpPieces } from "../entries/enter-deeds.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { endRunPlaces } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { readSticker } from "../../domain/piece-code.ts";
import { brokenUnique } from "../../platform/db/client.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import { formatNaira } from "../../domain/money.ts";
import { addCash } from "../../money/cash-ledger/cash-ledger.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import { writeDeliveries } from "./deliver.server.ts";
import { recordDoorMoney } from "./money.server.ts";
import type { AtDoor, Did } from "./protocol.ts";
import { recordStopProofs } from "./prove.server.ts";
import { isTheirBooking, stopOf, type DeedAtStop, type DeedWork } from "./deed-work.server.ts";

export async function doAtDoor(deedWork: DeedWork, did: AtDoor): Promise<void> {
  const stop = stopOf(deedWork, did);
  if (!stop) return;
  if (stop.there.length > 0) await doWith(stop, did);
  if (did.kind === "delivered") await attemptRefused(stop, did);
  if (did.kind === "picked_up") await openCounted(deedWork, stop.run, did);
}

async function doWith(stop: DeedAtStop, did: AtDoor): Promise<void> {
  const { deedWork, run, there } = stop;
  const { occurredAt, actor } = deedWork;
  if (did.kind === "delivered") return writeDeliveries([{ ...stop, did }]);
  if (did.kind === "attempted") {
    await attempted(deedWork, run, there, did);
    return recordStopProofs([{ ...stop, outcome: "attempted", given: did.proof }]);
  }
  const holder = { kind: "rider" as const, id: actor.id };
  const done = await pickUpPieces(deedWork, run, { there, occurredAt }, holder);
  for (const code of done.codes) deedWork.codes.add(code);
  if (did.kg !== null) await noteWeight(deedWork, run, there, did.kg);
  await stickOn(deedWork, there, did.stickers ?? []);
  await recordDoorMoney(stop, did.took, "pickup");
  for (const { pieceId } of there) deedWork.facts.gained.add(pieceId);
}

async function attemptRefused(
  { deedWork, run, refused }: DeedAtStop,
  did: Extract<AtDoor, { kind: "delivered" }>,
): Promise<void> {
  const byReason = Map.groupBy(did.refused, ({ reason, note }) => `${reason} ${note}`);
  for (const group of byReason.values()) {
    const pieces = refused.filter((piece) =>
      group.some((one) => deedWork.facts.pieces.get(one.piece) === piece),
    );
    if (pieces.length > 0) await attempted(deedWork, run, pieces, group[0]!);
  }
}

async function attempted(
  work: DeedWork,
  run: LockedRun,
  there: readonly KnownPiece[],
  { reason, note }: { reason: FailureReason; note: string },
): Promise<void> {
  if (run.kind === "pickup") return notPickedUp(work, run, there, { reason, note });
  const done = await attemptPieces(work, run, { there, occurredAt: work.occurredAt }, { reason, note });
  for (const code of done.codes) work.codes.add(code);
}

/**
 * Opens an exception if the rider counted more or fewer pieces than booked, because only dispatch may change a booking.
 */
async function openCounted(
  deedWork: DeedWork,
  run: LockedRun,
  { counted }: Extract<AtDoor, { kind: "picked_up" }>,
): Promise<void> {
  const { tx, act, facts, flags } = deedWork;
  const found = counted.flatMap(({ booking, pieces }): NewException[] => {
    const expected = facts.bookings.get(booking)?.[0]?.pieces;
    if (expected === undefined || !isTheirBooking(deedWork, booking, "picked_up")) {
      flags.add("not_yours");
      return [];
    }
    if (expected === pieces) return [];
    const kind = pieces > expected ? "extra" : "missing";
    const note = `Booked ${expected}, counted ${pieces} when ${run.name} picked up`;
    const details = { booked: expected, counted: pieces };
    return [{ kind, bookingId: booking, runId: run.id, hubId: run.hubId, note, details }];
  });
  await openExceptions(tx, found, act);
}

/** Records a failed pickup. The sender keeps the parcel and gets no message. Dispatch plans a new pickup. */
async function notPickedUp(
  deedWork: DeedWork,
  run: LockedRun,
  there: readonly KnownPiece[],
  { reason, note }: { reason: FailureReason; note: string },
): Promise<void> {
  const { tx, occurredAt } = deedWork;
  const words = [`Not picked up on ${run.name}: ${failureReason(reason).label}`, note];
  const done = await addEvents(
    deedWork,
    there.map(({ bookingId, number }) => ({
      ...{ bookingId, piece: number, kind: "noted" as const, occurredAt, runId: run.id },
      note: words.filter(Boolean).join(". "),
    })),
  );
  for (const { code } of done.values()) deedWork.codes.add(code);
  // The holders are read again, because a correction may have undone the earlier pickup just before.
  const left = await tx
    .select({ id: pieces.id })
    .from(pieces)
    .where(
      and(
        inArray(
          pieces.id,
          there.map(({ pieceId }) => pieceId),
        ),
        eq(pieces.holderKind, "sender"),
      ),
    );
  await endRunPlaces(
    tx,
    left.map(({ id }) => id),
    "not_picked_up",
    occurredAt,
  );
}

/** PHONE-13: records the rider's weight as a note for staff, who may correct the booked weight and the price. */
async function noteWeight(
  deedWork: DeedWork,
  run: LockedRun,
  there: readonly KnownPiece[],
  kg: number,
): Promise<void> {
  const bookingIds = [...new Set(there.map(({ bookingId }) => bookingId))];
  const of = bookingIds.length > 1 ? `, ${bookingIds.length} bookings together` : "";
  const note = `Weighed when ${run.name} picked up: ${kg} kg${of}`;
  await addEvents(
    deedWork,
    bookingIds.map((bookingId) => ({
      ...{ bookingId, kind: "noted" as const, occurredAt: deedWork.occurredAt, runId: run.id },
      note,
    })),
  );
}

/** PIECE-6: links stickers to pieces without a label. If a sticker already belongs to another piece, asks dispatch. */
async function stickOn(
  deedWork: DeedWork,
  there: readonly KnownPiece[],
  stickers: readonly { piece: string; sticker: string }[],
): Promise<void> {
  const { tx, facts, flags } = deedWork;
  for (const { piece: ref, sticker: said } of stickers) {
    const piece = facts.pieces.get(ref);
    const sticker = readSticker(said);
    if (!piece || !sticker || !there.includes(piece)) {
      flags.add("not_yours");
      continue;
    }
    try {
      await tx.transaction((part) =>
        part.update(pieces).set({ sticker }).where(eq(pieces.id, piece.pieceId)),
      );
    } catch (error) {
      if (brokenUnique(error) === null) throw error;
      flags.add("not_yours");
      deedWork.ask ??= `Sticker ${sticker} is on another parcel than ${piece.code}`;
    }
  }
}

/**
 * DEED-11: records an unbooked parcel: its cash, and an exception with the data that the rider noted. Dispatch books
 * the parcel with its sticker within a day. CASH-12: the cash then becomes a payment.
 */
export async function recordUnbooked(
  { tx, act, actor, deed, occurredAt, facts }: DeedWork,
  did: Extract<Did, { kind: "picked_up_unbooked" }>,
): Promise<void> {
  const run = facts.ownRun(deed.run?.id);
  const { sticker, sender, receiver, kg, pieces, takenKobo, note } = did;
  const said = [
    `Sticker ${sticker}`,
    pieces > 1 && `${pieces} pieces`,
    kg !== null && `${kg} kg`,
    `from ${sender.name} ${sender.phone}`,
    `to ${receiver.name} ${receiver.phone}, ${receiver.place}`,
    takenKobo > 0 && `${formatNaira(takenKobo)} taken`,
    note,
  ].filter(Boolean);
  if (takenKobo > 0)
    await addCash({ tx, act }, [
      {
        ...{ holder: { kind: "rider", id: actor.id }, kind: "collected", part: "unbooked" },
        ...{ kobo: takenKobo, occurredAt, runId: run?.id ?? null },
      },
    ]);
  await openExceptions(
    tx,
    [
      {
        kind: "to_complete",
        runId: run?.id ?? null,
        hubId: run?.hubId ?? actor.hubId,
        note: said.join(", ").slice(0, 500),
        about: `deed ${deed.id}`,
        details: { sticker: readSticker(sticker) ?? sticker },
      },
    ],
    act,
  );
}
