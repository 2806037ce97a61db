/** SCAN-11: a scan that shows where a piece is, and changes nothing. */
import { and, asc, eq, isNull, or } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { formatTimeNear } from "../../domain/dates.ts";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { placeText } from "../../domain/states.ts";
import { findPiece } from "../../parcels/custody/find-piece.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, exceptions, hubs, pieces } from "../../platform/db/schema.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import { openPlace, stopText, whereText } from "./place-on-run.server.ts";
import { hubWithCode } from "./receive-answer.ts";
import { whereTo } from "./receive-scan.server.ts";
import { scanAnswerOf, type ScanDone } from "./scan.ts";
import { findForm } from "./scan-form.ts";
import { scannedPiece } from "./scanned-piece.server.ts";

type Holder = Pick<typeof pieces.$inferSelect, "holderKind" | "holderId">;

/**
 * Returns who holds the scanned piece and since when, the piece's run and delivering hub, and its open exceptions. The
 * code of a booking may stand for several pieces; the result then says where each piece is. Refuses a text that is not
 * a code of the company.
 */
export const findScan = reading({
  name: "scan.find",
  by: staff("readBookings"),
  input: findForm,
  read: async ({ services, at }, { code: text }) => {
    const { db } = services;
    const several = await findPiece(db, text);
    if (!several.ok && several.reason === "which_piece") return eachPiece(db, several.code);
    const found = await scannedPiece(db, text);
    if (!found.ok) return found;
    const { booking, piece, code } = found;
    const held = await whereText(db, { kind: piece.holderKind, id: piece.holderId }, true);
    const place = await openPlace(db, piece.id, { lock: false });
    const { to, place: goesTo } = whereTo(found, await activeHubs(services));
    const open = await openKinds(db, piece.id, booking.id);
    const lines = [
      `${capital(held)}${piece.heldSince ? ` since ${formatTimeNear(piece.heldSince, at)}` : ""}.`,
      place && `${place.loadedAt ? "On" : "Planned on"} ${stopText(place)}.`,
      `${piece.returning ? "Going back to the sender in" : "To"} ${placeText(goesTo)}${to.kind === "hub" ? `: ${hubWithCode(to.hub)}` : ", no hub is set"}.`,
      booking.pieces > 1 && `Piece ${piece.number} of ${booking.pieces}.`,
      open.length > 0 && `Open: ${open.join(", ")}.`,
    ];
    return scanAnswerOf(code, {
      word: await wordFor(db, piece),
      text: lines.filter(Boolean).join(" "),
      tone: open.length > 0 ? "wrong" : "yes",
    });
  },
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const WORDS = {
  sender: "With the sender",
  rider: "With a rider",
  partner: "On the bus",
  receiver: "Delivered",
  lost: "Lost",
};

async function wordFor(db: Db, { holderKind, holderId }: Holder): Promise<string> {
  if (holderKind !== "hub") return WORDS[holderKind];
  const [hub] = await db.select({ name: hubs.name }).from(hubs).where(eq(hubs.id, holderId!));
  return `In ${hub?.name ?? "a hub"}`;
}

async function openKinds(db: Db, pieceId: string, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ kind: exceptions.kind })
    .from(exceptions)
    .where(
      and(
        isNull(exceptions.closedAt),
        or(
          eq(exceptions.pieceId, pieceId),
          and(eq(exceptions.bookingId, bookingId), isNull(exceptions.pieceId)),
        ),
      ),
    );
  return rows.map(({ kind }) => EXCEPTION_FACTS[kind].label.toLowerCase());
}

async function eachPiece(db: Db, trackingCode: string): Promise<ScanDone> {
  const rows = await db
    .select({ number: pieces.number, of: bookings.pieces, kind: pieces.holderKind, id: pieces.holderId })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(eq(bookings.trackingCode, trackingCode))
    .orderBy(asc(pieces.number));
  const where: string[] = [];
  for (const { number, of, ...holder } of rows)
    where.push(`${pieceCode(trackingCode, number, of)} ${await whereText(db, holder, true)}`);
  return scanAnswerOf(trackingCode, {
    word: `${rows.length} pieces`,
    text: `${where.join(", ")}.`,
    tone: "yes",
  });
}
