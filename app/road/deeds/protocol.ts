/**
 * DEED-1: the protocol between the rider's phone and the server, version 1. Only types and small constants,
 * so that the browser's code stays small. The types of the deeds are in deed-schema.ts. Pure.
 *
 * - `GET /rider/run.json` (needs device and shift): `RiderDay`, otherwise `NoDay` (rider-day.ts) with status
 * 401 or 403.
 * - `POST /rider/deeds` (needs only the device): JSON `DeedsSent`, answered with `DeedsAnswer`.
 * - Pictures, PINs, payments and the shift: phone-requests.ts.
 *
 * All times are milliseconds since 1970, and all amounts of money are in kobo. Every answer has `serverTime`.
 * The server adds fields within a version, and a phone ignores unknown fields. A deed of an unknown kind is
 * answered with `wait`. The deed stays on the phone until the server knows the kind.
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
/**
 * The oldest protocol version that the server reads: the version before its own. A server also accepts readable deeds
 * of the next version.
 */
export const OLDEST_PROTOCOL = Math.max(1, PROTOCOL - 1);

/** The time within which a rider can undo or correct a deed, by the phone's clock. */
export const CORRECT_MS = 15 * 60_000;

export type DeedKind = Deed["did"]["kind"];

export type DeedsSent = { protocol: number; phone: PhoneReport; deeds: Deed[] };

/**
 * The server's answers to a deed:
 *
 * - `taken`: the server has the deed, so the phone may delete it.
 * - `seen`: the same as `taken`, for a deed that had arrived before.
 * - `flagged`: the same as `taken`, and dispatch reviews the deed.
 * - `wait`: the server does not know the kind yet, or cannot write the deed now. The phone sends the deed again later.
 * - `refused`: the server stores nothing, because the deed has no valid envelope, is from an unknown device, or was
 *   done after the phone was revoked. The phone keeps the deed and shows the refusal.
 */
const DEED_ANSWERS = ["taken", "seen", "flagged", "wait", "refused"] as const;
export type DeedAnswer = { id: string; answer: (typeof DEED_ANSWERS)[number]; why: DeedFlag[] };
/** True if the server has the deed, so that the phone may delete the deed. */
export const isSettled = ({ answer }: DeedAnswer): boolean =>
  answer === "taken" || answer === "seen" || answer === "flagged";

export type DeedsAnswer = {
  protocol: number;
  serverTime: number;
  build: string;
  answers: DeedAnswer[];
  /**
   * The versions of the rider's runs. If the phone has another version of a run, the phone should fetch `RiderDay`
   * again.
   */
  runs: Record<string, number>;
  /** `revoked`: this phone was revoked. `too_old`: the phone must reload its page before it sends deeds. */
  phone: "ok" | "revoked" | "too_old";
  by?: GoneBy;
};
