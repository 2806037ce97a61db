/**
 * DEED-1: the protocol between the rider's phone and the server, version 1. Only types and small constants,
 * so that the browser's code stays small. The deeds are in deed-schema.ts. Pure.
 *
 * - `GET /rider/run.json` (device and shift): `RiderDay`, otherwise `NoDay` (rider-day.ts) with status 401 or
 * 403.
 * - `POST /rider/deeds` (device alone): JSON `DeedsSent`, answered with `DeedsAnswer`.
 * - Pictures, PINs, payments and the shift: phone-requests.ts.
 *
 * All times are milliseconds since 1970, all money is kobo. Every answer has `serverTime`. The server adds
 * fields within a version, and a phone ignores unknown fields. A deed of an unknown kind is answered with
 * `wait`. It stays on the phone until the server knows the kind.
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
  MoneyOfDeed,
} from "./deed-schema.ts";
export { MOST_DEEDS };

export const PROTOCOL = 1;
/** A server accepts deeds of the version before its own, and readable deeds of the next version. */
export const OLDEST_PROTOCOL = Math.max(1, PROTOCOL - 1);

/** The time in which a rider can undo or correct a deed, by the phone's clock. */
export const CORRECT_MS = 15 * 60_000;

export type DeedKind = Deed["did"]["kind"];

export type DeedsSent = { protocol: number; phone: PhoneReport; deeds: Deed[] };

/**
 * `taken`, or `seen` if the deed had arrived before: the phone may delete the deed. `flagged`: the same, and
 * dispatch reviews it. `wait`: the server does not know the kind yet, or cannot write the deed now. The phone
 * sends the deed again later. `refused`: the server stores nothing. The deed has no valid envelope, is from
 * an unknown device, or was done after the phone was revoked. The phone keeps the deed and shows the refusal.
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
  answers: DeedAnswer[];
  /** The versions of the rider's runs. A phone with another version should fetch `RiderDay` again. */
  runs: Record<string, number>;
  /** `revoked`: this phone was revoked. `too_old`: its page must be reloaded before it can send. */
  phone: "ok" | "revoked" | "too_old";
  by?: GoneBy;
};
