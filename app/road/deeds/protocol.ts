/**
 * DEED-1: the protocol between the rider's phone and the server, version 1. It has only types and small constants, so that
 * it adds almost nothing to the browser's code. The deeds themselves are in deed-schema.ts. Pure.
 *
 * - `GET /rider/run.json` (device and shift): `RiderDay`, otherwise `NoDay` (rider-day.ts) with status 401 or 403.
 * - `POST /rider/deeds` (device alone): JSON `DeedsSent`, answered with `DeedsAnswer`.
 * - Pictures, PINs, payments and the shift: phone-requests.ts.
 *
 * All times are milliseconds since 1970, all money is kobo. Every answer has `serverTime`. The server adds fields in a
 * version, and a phone ignores those that it does not know; a deed of an unknown kind is answered with `wait`, and stays on
 * the phone until the server knows the kind.
 */
import { MOST_DEEDS, type DeedFlag, type GoneBy } from "../../domain/deeds.ts";
import type { Deed, PhoneReport } from "./deed-schema.ts";

export type {
  AtDoor,
  Deed,
  Did,
  KnownLead,
  PhoneClock,
  PhoneReport,
  PieceRef,
  ProofGiven,
  Taken,
} from "./deed-schema.ts";
export { MOST_DEEDS };

export const PROTOCOL = 1;
/** A server accepts deeds of the version before its own, and of the next one as far as it understands them. */
export const OLDEST_PROTOCOL = Math.max(1, PROTOCOL - 1);

/** The time in which a rider can undo or correct a deed, by the phone's clock. */
export const CORRECT_MS = 15 * 60_000;

export type DeedKind = Deed["did"]["kind"];

export type DeedsSent = { protocol: number; phone: PhoneReport; deeds: Deed[] };
// ------------------------------------------------------------------------------------------------------------ what the server answers

/**
 * `taken`, or `seen` if the deed had arrived before: the phone may delete the deed. `flagged`: the phone may delete it,
 * too, and dispatch reviews it. `wait`: the server does not know the kind yet, or cannot write the deed now; the phone
 * sends the deed again later. `refused`: the server stores nothing, because the deed has no valid envelope, is from an
 * unknown device, or was done after the phone was revoked. The phone keeps the deed and shows the refusal.
 */
const DEED_ANSWERS = ["taken", "seen", "flagged", "wait", "refused"] as const;
export type DeedAnswer = { id: string; answer: (typeof DEED_ANSWERS)[number]; why: DeedFlag[] };
/** True if the server has the deed, so that the phone may delete its copy. */
export const isSettled = ({ answer }: DeedAnswer): boolean =>
  answer === "taken" || answer === "seen" || answer === "flagged";

export type DeedsAnswer = {
  protocol: number;
  serverTime: number;
  build: string;
  /** One answer for each deed of the request. */
  answers: DeedAnswer[];
  /** The versions of the rider's runs. If one differs from the phone's, the phone should fetch `RiderDay` again. */
  runs: Record<string, number>;
  /** The state of this phone: it was revoked, or its page is too old and must be reloaded before it can send. */
  phone: "ok" | "revoked" | "too_old";
  by?: GoneBy;
};
