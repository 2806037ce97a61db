/** WAYBILL-1: what is on a waybill label, and the papers that it is printed on. Lengths are millimetres. */
import type { DeliveryType, PackageType } from "../../domain/booking.ts";
import { splitAtTrackingCodes, trackingCodesIn } from "../../domain/tracking-code.ts";

type Party = { name: string; address: string; town: string | null; state: string };

/** A barcode as one SVG path; a unit is a module of the barcode. The quiet zone is included. */
export type Barcode = { width: number; height: number; path: string };

export type Waybill = {
  code: string;
  bookedAt: Date;
  from: Party;
  to: Party & { phone: string };
  service: DeliveryType;
  packageType: PackageType;
  weightKg: number;
  pieces: number;
  /** What the receiver pays; null without cash on delivery. */
  collectKobo: number | null;
  /** Code 128 of the tracking code. */
  bars: Barcode;
  /** QR code of the track page's address. */
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

/** Waybills in one print. */
export const MOST_WAYBILLS = 100;

/** So many characters are shown of a line without a code. */
const SHOWN = 40;

/** The lines of the input field for codes in which there is no code, each cut to 40 characters. */
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

/** The codes that a print is asked for: `code` once for each, or `codes` as typed or scanned into one field. */
export function askedCodes(params: URLSearchParams): string[] {
  return trackingCodesIn([...params.getAll("code"), ...params.getAll("codes")].join("\n"));
}
