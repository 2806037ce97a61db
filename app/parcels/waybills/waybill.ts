/** WAYBILL-1: what a waybill's label contains, and the papers for it. Lengths are in millimetres. */
import type { Barcode } from "../../ui/barcode.ts";
import type { DeliveryType, PackageType } from "../../domain/booking.ts";
import { pieceCodesIn, type PieceCode } from "../../domain/piece-code.ts";
import { splitAtTrackingCodes } from "../../domain/codes-in-text.ts";
import type { DoorAmount } from "../../domain/door-amount.ts";

type Party = { name: string; phone: string; address: string; town: string | null; state: string };

export type Waybill = {
  code: string;
  /** The number of the piece. Null if the booking has only one piece. */
  piece: number | null;
  bookedAt: Date;
  from: Party;
  to: Party;
  /** True if the piece is on its way back. `to` is then the sender. */
  returning: boolean;
  /** The code of the hub that delivers. Null if no hub does, or if dispatch must choose. */
  hub: string | null;
  service: DeliveryType;
  packageType: PackageType;
  weightKg: number;
  pieces: number;
  /** The amount due at the door for all pieces. If the parcel is on its way back, the sender pays this amount. */
  door: DoorAmount;
  mayLookInside: boolean;
  /** The Code 128 of the piece's code. If a booking has one piece, this is the tracking code. */
  bars: Barcode;
  qr: Barcode;
};

export const WAYBILL_PAPERS = {
  label: { name: "Label 100 × 150 mm", page: [100, 150], label: [100, 150], perPage: 1 },
  a6: { name: "A6", page: [105, 148], label: [105, 148], perPage: 1 },
  a4: { name: "Four on A4", page: [210, 297], label: [105, 148], perPage: 4 },
} as const;
export type WaybillPaper = keyof typeof WAYBILL_PAPERS;

export function waybillPaperOf(params: URLSearchParams): WaybillPaper {
  const asked = params.get("paper");
  return asked !== null && Object.hasOwn(WAYBILL_PAPERS, asked) ? (asked as WaybillPaper) : "label";
}

export const MOST_WAYBILLS = 100;

/** An input line that contains no code is shown with at most this many characters. */
const SHOWN = 40;

export function linesWithoutCode(params: URLSearchParams): string[] {
  const CODE = "\0";
  const parts = splitAtTrackingCodes(params.getAll("codes").join("\n"));
  return parts
    .map((part, index) => (index % 2 === 0 ? part : CODE))
    .join("")
    .split(/[\n,;]/)
    .filter((line) => !line.includes(CODE) && /[\p{L}\p{N}]/u.test(line))
    .map((line) => line.trim().slice(0, SHOWN));
}

/** Reads which bookings or pieces to print. Each has a parameter `code`, or one parameter `codes` has all of them. */
export function askedCodes(params: URLSearchParams): PieceCode[] {
  return pieceCodesIn([...params.getAll("code"), ...params.getAll("codes")].join("\n"));
}

/** Returns the tracking code. For a single piece, the piece's number follows the code. */
export const askedText = ({ code, piece }: PieceCode): string => (piece === null ? code : `${code}-${piece}`);
