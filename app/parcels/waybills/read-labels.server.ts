/** WAYBILL-1, WAYBILL-4: reads the labels of bookings, one for each piece. */
import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import { formatPhone } from "../../domain/phone.ts";
import { pieceCode, type PieceCode } from "../../domain/piece-code.ts";
import { doorColumns, doorOfRow, bookingGoesBack } from "../../money/payments/door.server.ts";
import { activeHubs, type ActiveHub } from "../../places/hubs.server.ts";
import {
  bookingBalances,
  bookings,
  cashOnDelivery,
  hubs,
  pieces as pieceRows,
} from "../../platform/db/schema.ts";
import { landmarkColumn } from "../receiver-choices/read-choices.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { drawBarcodes } from "../../platform/barcodes.server.ts";
import type { Waybill } from "./waybill.ts";
import { hubOnLabel } from "./hub-on-label.server.ts";

const columns = {
  id: bookings.id,
  code: bookings.trackingCode,
  bookedAt: bookings.createdAt,
  senderName: bookings.senderName,
  senderPhone: bookings.senderPhone,
  senderAddress: bookings.senderAddress,
  senderTown: bookings.senderTown,
  senderState: bookings.senderState,
  receiverName: bookings.receiverName,
  receiverPhone: bookings.receiverPhone,
  receiverAddress: bookings.receiverAddress,
  receiverTown: bookings.receiverTown,
  receiverState: bookings.receiverState,
  service: bookings.deliveryType,
  packageType: bookings.packageType,
  weightKg: bookings.packageWeight,
  pieces: bookings.pieces,
  mayLookInside: bookings.mayLookInside,
  landmark: landmarkColumn,
  ...doorColumns,
  /** True if all pieces that the receiver does not have are on their way back to the sender (COD-9). */
  bookingReturns: bookingGoesBack,
};
type Row = Awaited<ReturnType<typeof readRows>>[number];
type Piece = Awaited<ReturnType<typeof readPieces>>[number];

/**
 * Reads the labels in the order of the tracking codes, and within a booking in the order of the pieces. `where` limits
 * the bookings.
 */
export async function readLabels(
  services: Services,
  where: SQL | undefined,
  asked: readonly PieceCode[],
): Promise<Waybill[]> {
  const rows = new Map((await readRows(services, where)).map((row) => [row.code, row]));
  const ids = [...rows.values()].map(({ id }) => id);
  const [pieces, active] = await Promise.all([readPieces(services, ids), activeHubs(services)]);
  const piecesOf = Map.groupBy(pieces, ({ bookingId }) => bookingId);
  const labels: Waybill[] = [];
  for (const { code, piece: chosen } of asked) {
    const row = rows.get(code);
    if (!row) continue;
    for (const piece of piecesOf.get(row.id) ?? [])
      if (chosen === null || piece.number === chosen)
        labels.push(await toWaybill(services.origin, row, piece, active));
  }
  return labels;
}

const readRows = ({ db }: Services, where: SQL | undefined) =>
  db
    .select(columns)
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(where);

const readPieces = ({ db }: Services, ids: string[]) =>
  db
    .select({
      bookingId: pieceRows.bookingId,
      number: pieceRows.number,
      returning: pieceRows.returning,
      hub: hubs.code,
    })
    .from(pieceRows)
    .leftJoin(hubs, eq(hubs.id, pieceRows.toHubId))
    .where(and(inArray(pieceRows.bookingId, ids)))
    .orderBy(asc(pieceRows.number));

async function toWaybill(
  origin: string,
  row: Row,
  { number, returning, hub }: Piece,
  active: readonly ActiveHub[],
): Promise<Waybill> {
  const { code, bookedAt, service, packageType, weightKg, pieces, mayLookInside } = row;
  const [sender, receiver] = [partyOf(row, "sender"), partyOf(row, "receiver")];
  const [from, to] = returning ? [receiver, sender] : [sender, receiver];
  const label = pieceCode(code, number, pieces);
  return {
    ...{ code, bookedAt, service, packageType, weightKg, pieces, from, to, returning },
    piece: pieces > 1 ? number : null,
    hub: hub ?? hubOnLabel(active, to),
    door: doorOfRow({ ...row, returning: returning || row.bookingReturns }),
    mayLookInside: mayLookInside && !returning,
    ...(await drawBarcodes(label, `${origin}/track?code=${label}`)),
  };
}

/** CHOICE-2, WAYBILL-1: returns the address for the label. The receiver's landmark is in a line above the address. */
const addressOf = (row: Row, who: "sender" | "receiver"): string =>
  [who === "receiver" && row.landmark && `Landmark: ${row.landmark}`, row[`${who}Address`]]
    .filter(Boolean)
    .join("\n");

const partyOf = (row: Row, who: "sender" | "receiver") => ({
  name: row[`${who}Name`],
  phone: formatPhone(row[`${who}Phone`]),
  address: addressOf(row, who),
  town: row[`${who}Town`],
  state: row[`${who}State`],
});
