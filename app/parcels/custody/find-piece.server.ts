/** PIECE-4: the piece that a scan or a typed code names. */
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
  /** The open run on which the piece is planned or loaded; null without one. */
  runId: string | null;
};

type NotFound =
  /**
   * The text looks like a code of ours, but belongs to no booking, piece or sticker. `code` is the code for the
   * message.
   */
  | { ok: false; reason: "unknown_code"; code: string }
  /** The text names a booking with several pieces, but none of the pieces. */
  | { ok: false; reason: "which_piece"; code: string; pieces: number }
  /** The text names several codes, or one with two readings that are both codes of bookings. */
  | { ok: false; reason: "which_code"; code: string; which: string }
  /** The text is no code of this company: it is a code of another company, or any other text. */
  | { ok: false; reason: "not_ours" };

export type FoundPiece = Found | NotFound;

/**
 * Finds the piece that a text names: by the code of the piece or its sticker, or by the code of its booking if that has
 * one piece. The code may be in any case, have spaces, or be part of the URL of a track page. Locks no rows. For staff
 * with `readBookings`.
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
