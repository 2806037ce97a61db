/** WAYBILL-1: the content of a waybill label, and the papers for it. Lengths are millimetres. */
import type { Barcode } from "../../ui/barcode.ts";
import type { DeliveryType, PackageType } from "../../domain/booking.ts";
import { pieceCodesIn, type PieceCode } from "../../domain/piece-code.ts";
import { splitAtTrackingCodes } from "../../domain/codes-in-text.ts";
import type { DoorAmount } from "../../domain/door-amount.ts";

type Party = { name: string; phone: string; address: string; town: string | null; state: string };

export type Waybill = {
  code: string;
  /** The piece of this label; null if the booking has one piece. */
  piece: number | null;
  bookedAt: Date;
  from: Party;
  to: Party;
  /** True if the piece is returning to the sender, who is then in `to`. */
  returning: boolean;
  /** The code of the hub that delivers the piece; null without hubs, and if dispatch has to choose one. */
  hub: string | null;
  service: DeliveryType;
  packageType: PackageType;
  weightKg: number;
  pieces: number;
  /** The amount to be paid at the receiver's door for all pieces. For a returning parcel the sender pays it. */
  door: DoorAmount;
  mayLookInside: boolean;
  /** The Code 128 of the piece's code, which is the tracking code if there is one piece. */
  bars: Barcode;
  /** The QR code of the track page's URL. */
  qr: Barcode;
};

export const PAPERS = {
  label: { name: "Label 100 × 150 mm", page: [100, 150], label: [100, 150], perPage: 1 },
  a6: { name: "A6", page: [105, 148], label: [105, 148], perPage: 1 },
  a4: { name: "Four on A4", page: [210, 297], label: [105, 148], perPage: 4 },
} as const;
export type Paper = keyof typeof PAPERS;

export function paperOf(params: URLSearchParams): Paper {
  const asked = params.get("paper");
  return asked !== null && Object.hasOwn(PAPERS, asked) ? (asked as Paper) : "label";
}

/** The largest number of labels in one print. */
export const MOST_WAYBILLS = 100;

/** The number of characters to which a line without a code is cut. */
const SHOWN = 40;

/** The lines of the input field that contain no code. */
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

/**
 * The bookings, or single pieces, of a print: one `code` parameter for each, or `codes` as typed or scanned into one field.
 */
export function askedCodes(params: URLSearchParams): PieceCode[] {
  return pieceCodesIn([...params.getAll("code"), ...params.getAll("codes")].join("\n"));
}

/** A requested code as text: the tracking code, and after it the number of a single piece. */
export const askedText = ({ code, piece }: PieceCode): string => (piece === null ? code : `${code}-${piece}`);
