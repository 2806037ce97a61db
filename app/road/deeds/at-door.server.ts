/**
 * DEED-6: a rider's deed at a stop: delivered, not delivered, picked up. The deed has the same effects as the office's
 * entry at a stop.
 */
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import { attemptPieces } from "../runs/enter-deeds.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { pickUp } from "../runs/run-pickups.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import { deliver } from "./deliver.server.ts";
import { takeMoney } from "./money.server.ts";
import { notPickedUp } from "./not-picked-up.server.ts";
import type { AtDoor } from "./protocol.ts";
import { prove } from "./prove.server.ts";
import { stickOn } from "./stickers.server.ts";
import { stopOf, type Stop } from "./stop.server.ts";
import { isTheirBooking, type Taking } from "./taking.server.ts";

export async function doAtDoor(taking: Taking, did: AtDoor): Promise<void> {
  const stop = stopOf(taking, did);
  if (!stop) return;
  if (stop.there.length > 0) await doWith(stop, did);
  if (did.kind === "delivered") await attemptRefused(stop, did);
  if (did.kind === "picked_up") await openCounted(taking, stop.run, did);
}

async function doWith(stop: Stop, did: AtDoor): Promise<void> {
  const { taking, run, there } = stop;
  const { occurredAt, actor } = taking;
  if (did.kind === "delivered") return deliver([{ ...stop, did }]);
  if (did.kind === "attempted") {
    await attempted(taking, run, there, did);
    return prove([{ ...stop, outcome: "attempted", given: did.proof }]);
  }
  const holder = { kind: "rider" as const, id: actor.id };
  const done = await pickUp(taking, run, { there, occurredAt }, holder);
  if (done.ok) for (const code of done.codes) taking.codes.add(code);
  await stickOn(taking, there, did.stickers ?? []);
  await takeMoney(stop, did.took, "pickup");
  for (const { pieceId } of there) taking.facts.gained.add(pieceId);
}

async function attemptRefused(
  { taking, run, refused }: Stop,
  did: Extract<AtDoor, { kind: "delivered" }>,
): Promise<void> {
  const byReason = Map.groupBy(did.refused, ({ reason, note }) => `${reason} ${note}`);
  for (const group of byReason.values()) {
    const pieces = refused.filter((piece) =>
      group.some((one) => taking.facts.pieces.get(one.piece) === piece),
    );
    if (pieces.length > 0) await attempted(taking, run, pieces, group[0]!);
  }
}

async function attempted(
  taking: Taking,
  run: LockedRun,
  there: readonly KnownPiece[],
  {
    reason,
    note,
  }:
    | Extract<AtDoor, { kind: "attempted" }>
    | { reason: Extract<AtDoor, { kind: "attempted" }>["reason"]; note: string },
): Promise<void> {
  if (run.kind === "pickup") return notPickedUp(taking, run, there, { reason, note });
  const done = await attemptPieces(taking, run, { there, occurredAt: taking.occurredAt }, { reason, note });
  for (const code of done.codes) taking.codes.add(code);
}

/**
 * Opens an exception if the rider counted another number of pieces than was booked. The booking stays as it is until
 * dispatch decides.
 */
async function openCounted(
  taking: Taking,
  run: LockedRun,
  { counted }: Extract<AtDoor, { kind: "picked_up" }>,
): Promise<void> {
  const { tx, act, facts, flags } = taking;
  const found = counted.flatMap(({ booking, pieces }): NewException[] => {
    const expected = facts.bookings.get(booking)?.[0]?.pieces;
    if (expected === undefined || !isTheirBooking(taking, booking, "picked_up")) {
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
