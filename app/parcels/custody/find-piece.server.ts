/** PIECE-4: finds the piece of a scanned or typed code. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { whichCode } from "../../domain/codes-in-text.ts";
import { looksLikeSticker, pieceReadings, readSticker } from "../../domain/piece-code.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";

const runId = sql<
  string | null
>`(select rp.run_id from ${runPieces} rp where rp.piece_id = ${pieces.id} and rp.ended_at is null)`;
const { search: _, formKey: _key, formHash: _hash, ...columns } = getTableColumns(bookings);

type Found = {
  ok: true;
  booking: Omit<typeof bookings.$inferSelect, "search" | "formKey" | "formHash">;
  piece: typeof pieces.$inferSelect;
  runId: string | null;
};

type NotFound =
  /** The text has the form of the company's codes, but no booking, piece or sticker has this code. */
  | { ok: false; reason: "unknown_code"; code: string }
  /** The text names a booking with several pieces, but not which piece. */
  | { ok: false; reason: "which_piece"; code: string; pieces: number }
  /** The text contains several codes, or one code that can be read as the codes of two bookings. */
  | { ok: false; reason: "which_code"; code: string; which: string }
  /** The text is not a code of this company. The text may be another company's code. */
  | { ok: false; reason: "not_ours" };

export type FoundPiece = Found | NotFound;

/**
 * Finds a piece by its own code, by its sticker, or by the code of a booking with one piece. Case and spaces in the
 * code do not matter, and the code may be in the track page's URL. Locks no rows. For staff with the permission
 * `readBookings`.
 */
export async function findPiece(tx: Pick<Db, "select">, text: string): Promise<FoundPiece> {
  const sticker = readSticker(text);
  if (sticker) {
    const [row] = await tx
      .select({ booking: columns, piece: pieces, runId })
      .from(pieces)
      .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
      .where(eq(pieces.sticker, sticker));
    return row ? { ok: true, ...row } : { ok: false, reason: "unknown_code", code: sticker };
  }
  const named = pieceReadings(text);
  const [first] = named;
  const which = whichCode(text);
  if (!first) {
    if (which) return { ok: false, reason: "which_code", code: text.slice(0, 60), which };
    return looksLikeSticker(text)
      ? { ok: false, reason: "unknown_code", code: text.trim() }
      : { ok: false, reason: "not_ours" };
  }
  const { code, piece: number } = first;
  const codes = named.map((one) => one.code);
  const [row, other] = await tx
    .select({ booking: columns, piece: pieces, runId })
    .from(bookings)
    .innerJoin(pieces, and(eq(pieces.bookingId, bookings.id), eq(pieces.number, number ?? 1)))
    .where(sql`${bookings.trackingCode} = any(${sql.param(codes)}::text[])`)
    .prepare("find_piece")
    .execute();
  if (other && which) return { ok: false, reason: "which_code", code, which };
  if (!row) return { ok: false, reason: "unknown_code", code: number === null ? code : `${code}-${number}` };
  if (number === null && row.booking.pieces > 1)
    return { ok: false, reason: "which_piece", code: row.booking.trackingCode, pieces: row.booking.pieces };
  return { ok: true, ...row };
}
