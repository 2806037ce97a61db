/** SCAN-10: the receiver or the sender collects a piece at the counter of a hub. */
import { and, eq, ne } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { collectMoney } from "../../money/settlements/collect-money.server.ts";
import { doorColumns, doorOfRow } from "../../money/payments/door.server.ts";
import { logBookingChange } from "../../parcels/bookings/change-booking.server.ts";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, cashOnDelivery, hubs, pieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import { keptScan } from "./hand-over-scan.server.ts";
import { refuse } from "./messages.ts";
import { openPlace } from "./place-on-run.server.ts";
import { hubWithCode } from "./receive-answer.ts";
import { scanTopics } from "./receive-scan.server.ts";
import { scanAnswerOf, type ScanDone, type ScanResponse } from "./scan.ts";
import { counterHandOverForm } from "./scan-form.ts";
import type { Recipient } from "./scan-modes.ts";
import { lockPiece, scannedAt, scannedPiece, type ScannedPiece } from "./scanned-piece.server.ts";

type CounterForm = { code: string; hub: string; to: Recipient };

/** Finds the scanned piece and its recipient. A closed hub may still hand out its pieces. */
async function atCounter(
  { tx, actor }: { tx: Pick<Tx, "select">; actor: Admin },
  { code, hub: id, to }: CounterForm,
) {
  const wrong = await refuseOtherHub(tx, actor, id);
  if (wrong) return wrong;
  const [hub] = await tx.select().from(hubs).where(eq(hubs.id, id));
  if (!hub) return refuse("invalid", "choose_hub");
  const found = await scannedPiece(tx, code);
  if (!found.ok) return found;
  const takes: Recipient = found.piece.returning ? "sender" : to;
  return { ...found, hub, takes };
}

/** Returns the amount, in kobo, that the recipient must still pay for the whole booking of the piece. */
async function owedAtCounter(
  tx: Pick<Tx, "select">,
  { booking, piece, takes }: Pick<ScannedPiece, "booking" | "piece"> & { takes: Recipient },
): Promise<number> {
  // A sender who takes a parcel back before it left the hub pays nothing.
  if (takes === "sender" && !piece.returning) return 0;
  const [row] = await tx
    .select(doorColumns)
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(eq(bookings.id, booking.id));
  return row ? doorOfRow({ ...row, returning: piece.returning }).totalKobo : 0;
}

const hasIt = ({ piece }: ScannedPiece, takes: Recipient): boolean => piece.holderKind === takes;
const already = ({ code }: ScannedPiece, takes: Recipient): ScanDone =>
  scanAnswerOf(code, {
    word: takes === "receiver" ? "Already delivered" : "With the sender",
    text: `The ${takes} has it by what we know: nothing changed.`,
    tone: "same",
  });

/**
 * Asks the clerk two things before a piece is handed out: to collect the amount due, and who takes the piece. Changes
 * nothing.
 */
export const askAtCounter = reading({
  name: "scan.ask_at_counter",
  by: staff("workHub"),
  input: counterHandOverForm,
  read: async ({ services: { db }, actor }, form): Promise<ScanDone | Refusal> => {
    const scan = await atCounter({ tx: db, actor }, form);
    if (!scan.ok) return scan;
    const { booking, takes } = scan;
    if (hasIt(scan, takes)) return already(scan, takes);
    const kobo = await owedAtCounter(db, scan);
    const name = takes === "receiver" ? booking.receiverName : booking.senderName;
    return scanAnswerOf(scan.code, {
      word: kobo > 0 ? `Collect ${formatNaira(kobo)}` : "Who takes it?",
      text:
        kobo > 0
          ? `Take it in cash first: it is recorded for this hub. Then write who takes the parcel.`
          : `Nothing is to be paid. Write who takes the parcel.`,
      tone: kobo > 0 ? "wrong" : "same",
      ask: { to: takes, name, collect: kobo > 0 ? formatNaira(kobo) : null },
    });
  },
});

/**
 * Hands the scanned piece out at the counter of a hub, and stores the recipient's name. The piece is delivered to its
 * receiver, or returned to its sender. It is removed from its run. CASH-2: the cash that the clerk was asked for and
 * took is recorded in the hub's cash account. The answer states it, and the amount that is still to be recorded. If the
 * scan arrives late and the piece was handed over again after the scan, the current holder does not change.
 */
export const handOut = operation({
  name: "scan.hand_out",
  by: staff("workHub"),
  act: { kind: "delivered", source: "scan" },
  input: counterHandOverForm,
  varying: ["agedMs"],
  on: async (work, form) => {
    const scan = await atCounter(work, form);
    if (!scan.ok) return scan;
    const place = await openPlace(work.tx, scan.piece.id, { lock: true });
    return { ...scan, place, piece: await lockPiece(work.tx, scan) };
  },
  run: async (work, { agedMs, person, taken }, scan) => {
    const { tx, at } = work;
    const { booking, piece, code, hub, takes, place } = scan;
    if (hasIt(scan, takes)) return already(scan, takes);
    const occurredAt = scannedAt(at, agedMs, booking.createdAt);
    const isLate = piece.heldSince !== null && piece.heldSince > occurredAt;
    const kind = takes === "receiver" ? "delivered" : "returned";
    await addEvents(work, [
      { bookingId: booking.id, piece: piece.number, kind, occurredAt, hubId: hub.id, note: person },
    ]);
    if (place && !isLate) await endRunPlaces(tx, [piece.id], "delivered", occurredAt);
    await movePieces(work, [
      {
        pieceId: piece.id,
        to: { kind: takes, id: null },
        occurredAt,
        method: "scan",
        runId: place?.run.id ?? null,
      },
    ]);
    const handed = { id: booking.id, code };
    await logBookingChange(work, handed, `to the ${takes} at ${hubWithCode(hub)}`, "hand_over");
    if (taken > 0) await takeAtCounter(work, scan, { taken, occurredAt });
    const kobo = await owedAtCounter(tx, scan);
    return scanAnswerOf(
      code,
      isLate ? await keptScan(work, { piece, occurredAt }) : await handedOut(work, scan, { taken, kobo }),
    );
  },
  publish: (_, { taken }, scan) =>
    hasIt(scan, scan.takes)
      ? []
      : [
          ...scanTopics(scan.booking.trackingCode, {
            run: scan.place?.run.id ?? null,
            exception: taken > 0,
          }),
          ...(taken > 0 ? (["money"] as const) : []),
        ],
});

/** CASH-2: records the cash that the clerk took. Call this after the rows of the booking and the piece are locked. */
const takeAtCounter = (
  work: Work<Admin>,
  { booking, takes, hub }: ScannedPiece & { takes: Recipient; hub: { id: string } },
  { taken, occurredAt }: { taken: number; occurredAt: Date },
) =>
  collectMoney(work, {
    holder: { kind: "hub", id: hub.id },
    ...{ bookingId: booking.id, amountKobo: taken, occurredAt, method: "cash", runId: null },
    // A sender pays what is left of the delivery, also while other pieces still go to the receiver.
    at: takes === "sender" ? "pickup" : "door",
  });

async function handedOut(
  { tx }: Work<Admin>,
  { booking, piece, takes, hub }: ScannedPiece & { takes: Recipient; hub: { name: string; code: string } },
  { taken, kobo }: { taken: number; kobo: number },
): Promise<Pick<ScanResponse, "word" | "text" | "tone">> {
  const left =
    booking.pieces === 1
      ? 0
      : await tx.$count(pieces, and(eq(pieces.bookingId, booking.id), ne(pieces.holderKind, takes)));
  const part =
    booking.pieces === 1
      ? ""
      : ` Piece ${piece.number} of ${booking.pieces}, ${left === 0 ? "the last one" : `${left} still to hand over`}.`;
  const elsewhere = piece.holderKind === "hub" ? "" : ` It had not been received at ${hubWithCode(hub)}.`;
  const inCash = taken > 0 ? ` ${formatNaira(taken)} is recorded as cash of ${hubWithCode(hub)}.` : "";
  const money = kobo > 0 ? `${inCash} ${formatNaira(kobo)} is to be recorded: give it to the desk.` : inCash;
  const said = takes === "receiver" ? "Delivered at the counter." : "Returned to the sender at the counter.";
  return { word: "Handed over", text: `${said}${money}${part}${elsewhere}`, tone: kobo > 0 ? "same" : "yes" };
}
