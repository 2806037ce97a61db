/**
 * API-10: a test booking moves by itself if the receiver's number is a test phone. The number decides what happens.
 * Pure.
 */
import type { ActKind } from "../../domain/acts.ts";
import type { RoadKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";

export type WalkStep = {
  /** The seconds from the previous step (or from the booking, for the first step) to this step. */
  after: number;
  kind: RoadKind;
  act: ActKind;
  reason?: FailureReason;
  /** True if this step changes the promised day to yesterday, so that the parcel is late. */
  late?: true;
};

const OUT: readonly WalkStep[] = [
  { after: 20, kind: "picked_up", act: "picked_up" },
  { after: 30, kind: "arrived_at_hub", act: "received" },
  { after: 30, kind: "out_for_delivery", act: "sent_out" },
];
const DELIVERED: WalkStep = { after: 40, kind: "delivered", act: "delivered" };
const attempted = (reason: FailureReason): WalkStep => ({
  ...{ after: 20, kind: "attempted", act: "attempted", reason },
});

/** The steps of a parcel, by the receiver's phone number: two minutes in all, but the late parcel has only one step. */
const WALKS: Readonly<Record<string, readonly WalkStep[]>> = {
  "+2340000000001": [...OUT, DELIVERED],
  "+2340000000002": [
    ...OUT,
    attempted("nobody_home"),
    { after: 10, kind: "out_for_delivery", act: "sent_out" },
    { ...DELIVERED, after: 10 },
  ],
  "+2340000000003": [
    ...OUT,
    attempted("refused"),
    { after: 10, kind: "return_started", act: "exception_decided" },
    { after: 10, kind: "returned", act: "delivered" },
  ],
  "+2340000000004": [{ ...OUT[0]!, late: true }],
};
export const TEST_PHONES: readonly string[] = Object.keys(WALKS);

/** The outcome for the parcel of each test phone, in words for /developers. */
export const TEST_PHONE_ENDS: readonly (readonly [phone: string, end: string])[] = [
  ["+2340000000001", "is picked up, sorted, taken out and delivered"],
  ["+2340000000002", "fails once with nobody_home, then is delivered"],
  ["+2340000000003", "is refused, and goes back to its sender"],
  ["+2340000000004", "is picked up, and stays late"],
];

/** A valid number that replaces a test phone while the form is checked, because test phones are not valid numbers. */
export const STAND_IN = "+2348030000000";

/** Reads a test phone in any spelling with its country code. Returns null for any other number. */
export const readTestPhone = (text: string): string | null => {
  const phone = `+${text.replaceAll(/\D/g, "").replace(/^00/, "")}`;
  return phone in WALKS ? phone : null;
};

/** Returns the steps of a parcel for the receiver's phone. Empty if the phone is no test phone. */
export const walkOf = (phone: string): readonly WalkStep[] => WALKS[phone] ?? [];
