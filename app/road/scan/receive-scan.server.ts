/** SCAN-7: a hub receives a piece by a scan. */
import { and, eq, not, or } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { formatTimeNear } from "../../domain/dates.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import type { Holder } from "../../domain/custody.ts";
import { destinationHub } from "../../domain/destination-hub.ts";
import type { TownAndState } from "../../domain/states.ts";
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import { deedTopics } from "../../history/add-events.server.ts";
import { logBookingChange } from "../../parcels/bookings/change-booking.server.ts";
import { isQuestionOpen } from "../../parcels/sender-decides/read-question.server.ts";
import type { ActiveHub } from "../../places/hubs.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { receivePieces, type Received } from "../runs/receive-pieces.server.ts";
import { openPlace, whereText, type PlaceOnRun } from "./place-on-run.server.ts";
import { hubWithCode, isExtra, isHubUnclear, receiveAnswer, type ReceiveFacts } from "./receive-answer.ts";
import { scanAnswerOf, type ScanDone } from "./scan.ts";
import { receiveForm } from "./scan-form.ts";
import { openHub, scannedAt, scannedPiece, type ScannedPiece } from "./scanned-piece.server.ts";

/**
 * Receives the scanned piece at a hub, with the time of the scan. The answer says that the piece is right here, for
 * another hub, not expected, already here, or delivered before. An exception is opened for a piece that belongs to a
 * run elsewhere, and for a piece whose delivering hub is unclear. Refuses a text that names no piece, a closed hub, and
 * a clerk of another hub.
 */
export const receiveScan = operation({
  name: "scan.receive",
  by: staff("workHub"),
  act: { kind: "received", source: "scan" },
  input: receiveForm,
  varying: ["agedMs"],
  on: async (work, { code, hub }) => {
    const at = await openHub(work, hub);
    if ("ok" in at) return at;
    const found = await scannedPiece(work.tx, code);
    if (!found.ok) return found;
    const place = found.runId ? await openPlace(work.tx, found.piece.id, { lock: true }) : null;
    return { ...at, ...found, place };
  },
  run: (work, { agedMs }, scan) => receiveIntoHub(work, scan, agedMs),
  publish: ({ back, forDesk }, _, { booking, place }) =>
    back || forDesk
      ? scanTopics(booking.trackingCode, { run: place?.run.id ?? null, exception: forDesk })
      : [],
});

/** Returns the live topics to publish after a scan. */
export const scanTopics = (
  code: string,
  { run, exception }: { run: string | null; exception: boolean },
): Topic[] => [
  ...deedTopics([code]),
  ...(run ? (["runs", `run:${run}`] as const) : []),
  ...(exception ? (["exceptions"] as const) : []),
];

export type AtHub = ScannedPiece & { here: ActiveHub; open: readonly ActiveHub[]; place: PlaceOnRun | null };

/** `forDesk`: true if the scan opened or closed an exception, so that the list of exceptions must reload. */
type Taken = ScanDone & { forDesk: boolean };

/** Receives a piece at a hub. The caller must first find the piece and check the hub. */
export async function receiveIntoHub(work: Work<Admin>, scan: AtHub, agedMs: number): Promise<Taken> {
  const { facts, entry, ended } = await receiveOne(work, scan, agedMs);
  const back = entry === null ? null : ({ intent: "undo_receive", entry } as const);
  const answer = receiveAnswer(facts);
  return { ...scanAnswerOf(scan.code, { ...answer, back }), forDesk: ended > 0 || answer.tone === "wrong" };
}

/**
 * Receives a piece as `receiveIntoHub` does. Returns the facts for the answer, who held the piece before, the id of the
 * hand-over (`entry`; null if none was written), and how many exceptions were closed (`ended`).
 */
export async function receiveOne(
  work: Work<Admin>,
  { here, open, booking, piece, code, place }: AtHub,
  agedMs: number,
): Promise<{ facts: ReceiveFacts; before: Holder; entry: number | null; ended: number }> {
  const { at } = work;
  const occurredAt = scannedAt(at, agedMs, booking.createdAt);
  const { received, ended } = await receivePieces(work, {
    hubId: here.id,
    pieceIds: [piece.id],
    occurredAt,
    method: "scan",
  });
  const taken = received[0]!;
  const facts: ReceiveFacts = {
    here,
    from: taken.before.kind,
    wasHere: taken.here,
    asked: taken.asked,
    newer: await newerText(work, here, taken),
    at: formatTimeNear(occurredAt, at),
    bookedThen: at.getTime() - agedMs < booking.createdAt.getTime(),
    run: place && { ...place.run, hub: place.hub, toHub: place.toHub, brought: taken.run?.loaded ?? false },
    ...whereTo({ booking, piece }, open),
    returning: piece.returning,
    undecided: place?.run.kind === "delivery" && (await isQuestionOpen(work.tx, booking.id)),
    failedBefore: taken.before.kind === "sender" && !isOnTheWay(booking.status),
    piece: { number: piece.number, of: booking.pieces, missing: await missingPieces(work, booking, here.id) },
  };
  if (!taken.here) await note(work, facts, { booking, piece, place, code });
  return { facts, before: taken.before, entry: taken.entry, ended };
}

/**
 * Returns the place of the delivery and the hub that delivers: the hub that dispatch chose, otherwise the hub that
 * serves the place.
 */
export function whereTo(
  { booking, piece }: Pick<ScannedPiece, "booking" | "piece">,
  open: readonly ActiveHub[],
): { to: ReceiveFacts["to"]; place: TownAndState } {
  const { senderTown, senderState, receiverTown, receiverState } = booking;
  const place = piece.returning
    ? { town: senderTown, state: senderState }
    : { town: receiverTown, state: receiverState };
  const chosen = open.find(({ id }) => id === piece.toHubId);
  return { to: chosen ? { kind: "hub", hub: chosen } : destinationHub(open, place), place };
}

async function newerText({ tx, at }: Work<Admin>, here: ActiveHub, { after, here: was }: Received) {
  if (was || (after.kind === "hub" && after.id === here.id)) return null;
  return `${await whereText(tx, after)}${after.since ? ` since ${formatTimeNear(after.since, at)}` : ""}`;
}

/** Counts those pieces of a booking that are not in this hub and not delivered. */
async function missingPieces({ tx }: Work<Admin>, booking: AtHub["booking"], hubId: string): Promise<number> {
  if (booking.pieces === 1) return 0;
  const isHere = and(eq(pieces.holderKind, "hub"), eq(pieces.holderId, hubId))!;
  return tx.$count(
    pieces,
    and(eq(pieces.bookingId, booking.id), not(or(isHere, eq(pieces.holderKind, "receiver"))!)),
  );
}

/** Writes the row of the activity log, and opens the exceptions for dispatch. */
async function note(
  work: Work<Admin>,
  facts: ReceiveFacts,
  about: Pick<AtHub, "booking" | "piece" | "place" | "code">,
): Promise<void> {
  await openExceptions(work.tx, exceptionsOf(facts, about), work.act);
  const received = { id: about.booking.id, code: about.code };
  await logBookingChange(work, received, `received at ${hubWithCode(facts.here)}`, "receive");
}

function exceptionsOf(
  facts: ReceiveFacts,
  { booking, piece, place }: Pick<AtHub, "booking" | "piece" | "place">,
): NewException[] {
  const about = { bookingId: booking.id, hubId: facts.here.id };
  const found: NewException[] = [];
  if (isExtra(facts) && !facts.newer)
    found.push({
      ...about,
      kind: "extra",
      pieceId: piece.id,
      runId: place!.run.id,
      note: `It belongs to ${place!.run.name}`,
    });
  if (isHubUnclear(facts)) found.push({ ...about, kind: "no_destination" });
  return found;
}
