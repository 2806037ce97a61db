/** DEED-15: finds the pieces that deeds name. Only a few codes of other people's pieces are looked up. */
import { eq, sql, type SQL } from "drizzle-orm";
import { readPieceCode, readSticker } from "../../domain/piece-code.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { pieceColumns } from "../runs/pieces-of-run.server.ts";
import type { Deed, Did, PieceRef } from "./protocol.ts";

export type KnownPiece = Awaited<ReturnType<typeof findPieces>>[number];
export type NamedPieces = { pieces: ReadonlyMap<PieceRef, KnownPiece> };

/**
 * Returns the references of the pieces that a deed names. The sticker of an unbooked parcel is among them, because it
 * may be on a booked piece. If the field for the sticker contains a tracking code or an id, nothing is returned, to
 * hide whether the code exists.
 */
export const refsOfDid = (did: Did): PieceRef[] => {
  if (did.kind === "corrected") return refsOfDid(did.to);
  if (did.kind === "picked_up_unbooked") return namesPiece(did.sticker) ? [] : [did.sticker];
  const refused = did.kind === "delivered" ? did.refused.map(({ piece }) => piece) : [];
  return "pieces" in did && Array.isArray(did.pieces) ? [...did.pieces, ...refused] : refused;
};

/** True if a text is the id of a piece or contains the code of a booking, and is not a sticker's code. */
export const namesPiece = (text: string): boolean =>
  readSticker(text) === null && (isUuid(text) || readPieceCode(text) !== null);

const bookingsOfDid = (did: Did): string[] => {
  if (did.kind === "corrected") return bookingsOfDid(did.to);
  if (did.kind === "transfer_asked") return [did.booking];
  return did.kind === "picked_up" ? did.counted.map(({ booking }) => booking) : [];
};
const isUnbooked = ({ did }: Deed) => did.kind === "picked_up_unbooked";
/** Returns the ids of the bookings of the pieces that a deed names. Unknown pieces are left out. */
export const bookingsOf = ({ did }: Deed, { pieces: known }: NamedPieces): Set<string> =>
  new Set(refsOfDid(did).flatMap((ref) => known.get(ref)?.bookingId ?? []));

export const piecesOfDeed = ({ did }: Deed, { pieces: known }: NamedPieces): KnownPiece[] => [
  ...new Set(refsOfDid(did).flatMap((ref) => known.get(ref) ?? [])),
];

/**
 * Finds the pieces that the deeds name. First finds the pieces that concern the riders, then looks up at most `most`
 * other codes. Stickers of unbooked parcels do not count towards `most`, because most of them are on no booking.
 */
export async function findNamed(tx: Tx, deeds: readonly Deed[], isConcern: SQL, most: number) {
  const refs = [...new Set(deeds.flatMap(({ did }) => refsOfDid(did)))];
  const bookingIds = [...new Set(deeds.flatMap(({ did }) => bookingsOfDid(did)))];
  if (refs.length + bookingIds.length === 0) return { refs, found: [], foreign: 0 };
  const own = await findPieces(tx, sql`${whereOf(refs, bookingIds)} and ${isConcern}`);
  const ofRef = byRef(refs, own);
  const stickers = new Set(deeds.filter(isUnbooked).flatMap(({ did }) => refsOfDid(did)));
  const looked = refs.filter((ref) => !ofRef.has(ref) && !stickers.has(ref)).slice(0, most);
  const asked = [...looked, ...[...stickers].filter((ref) => !ofRef.has(ref))];
  const others = asked.length === 0 ? [] : await findPieces(tx, whereOf(asked, []));
  const known = new Set(own.map(({ pieceId }) => pieceId));
  // `byRef` finds no piece for a booking's code if the booking has several pieces.
  const foreign = [...new Set(byRef(asked, others).values())].filter(({ pieceId }) => !known.has(pieceId));
  const onBooking = byRef([...stickers], foreign).size;
  return { refs, found: [...own, ...foreign], foreign: looked.length + onBooking };
}

export function findPieces(tx: Tx, where: SQL) {
  return tx
    .select({
      ...pieceColumns,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      returning: pieces.returning,
      sticker: pieces.sticker,
      createdAt: bookings.createdAt,
      senderPhone: bookings.senderPhone,
      customerId: bookings.customerId,
      deliveredAt: bookings.deliveredAt,
      status: bookings.status,
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(where)
    .orderBy(pieces.id);
}

function whereOf(refs: readonly PieceRef[], bookingIds: readonly string[]): SQL {
  const ids = refs.filter(isUuid);
  const stickers = refs.flatMap((ref) => readSticker(ref) ?? []);
  const codes = refs.flatMap((ref) => (isUuid(ref) ? [] : (readPieceCode(ref)?.code ?? [])));
  // Ids, stickers and codes have separate queries, because each has its own index. One query with an OR would
  // read the whole tables. Empty lists are left out, because a longer query takes longer to plan.
  const among = (all: readonly string[], type: "uuid" | "text") =>
    sql`any(${sql.param([...all])}::${sql.raw(type)}[])`;
  const parts = [
    ids.length > 0 && sql`select id from pieces where id = ${among(ids, "uuid")}`,
    bookingIds.length > 0 && sql`select id from pieces where booking_id = ${among(bookingIds, "uuid")}`,
    stickers.length > 0 && sql`select id from pieces where sticker = ${among(stickers, "text")}`,
    codes.length > 0 &&
      sql`select p.id from pieces p join bookings b on b.id = p.booking_id where b.tracking_code = ${among(codes, "text")}`,
  ].filter((part) => part !== false);
  if (ids.length > 0 && parts.length === 1) return sql`${pieces.id} = ${among(ids, "uuid")}`;
  return parts.length > 0 ? sql`${pieces.id} in (${sql.join(parts, sql` union all `)})` : sql`false`;
}

/**
 * Finds the piece of each reference. A code without a piece number names the only piece of its booking. If
 * the booking has several pieces, the code names none of them.
 */
export function byRef(refs: readonly PieceRef[], known: readonly KnownPiece[]): Map<PieceRef, KnownPiece> {
  const named = new Map(
    known.flatMap((piece) => [
      [piece.pieceId, piece],
      ...(piece.sticker ? [[piece.sticker, piece] as const] : []),
      [`${piece.code} ${piece.number}`, piece],
      ...(piece.pieces === 1 ? [[`${piece.code} null`, piece] as const] : []),
    ]),
  );
  const nameOf = (ref: PieceRef) => {
    const code = isUuid(ref) ? null : readPieceCode(ref);
    return isUuid(ref) ? ref : (readSticker(ref) ?? (code && `${code.code} ${code.piece}`) ?? ref);
  };
  return new Map(
    refs.flatMap((ref) => {
      const piece = named.get(nameOf(ref));
      return piece ? [[ref, piece] as const] : [];
    }),
  );
}
