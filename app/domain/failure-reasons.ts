/**
 * STATUS-6: the reasons of a failed delivery. For each reason, this table has the public text, the responsible side,
 * the next step, and whether the failure counts as an attempt. Staff choose a reason for the status Failed. Only the
 * sender can set the reason `cancelled` (BOOK-27).
 */
type Reason = {
  /** The label that staff see when they choose the reason. */
  label: string;
  /** The sentence that the sender and the public read. */
  publicText: string;
  /** The words at the end of a mail's subject: 'We could not deliver OD…: nobody home'. */
  short: string;
  part: "receiver" | "sender" | "company" | "nobody";
  countsAsAttempt: boolean;
  next: StepAfterFailure;
};

/** The next step after a failed attempt, in words for the public. */
export const NEXT_STEPS = {
  again: "We will try again on the next working day.",
  call: "We will call before we try again.",
  hold: "We keep the parcel safe at our office until we hear from you.",
  agree: "We will call to agree what to do next.",
  ask: "We ask the sender what to do next.",
  nothing: "We do not pick the parcel up.",
} as const;
export type StepAfterFailure = keyof typeof NEXT_STEPS;

/** CHOICE-3: the next step `ask`, in words for the sender. */
export const ASKS_YOU = "We ask you what to do next.";
/** Returns the next step in words for the sender. `asked`: true if the sender has not answered a question yet. */
export const sendersNextStep = (next: StepAfterFailure, asked: boolean): string =>
  asked || next === "ask" ? ASKS_YOU : NEXT_STEPS[next];

const TABLE = {
  nobody_home: {
    label: "Nobody home",
    publicText: "Nobody was home to receive the parcel.",
    short: "nobody home",
    part: "receiver",
    countsAsAttempt: true,
    next: "again",
  },
  phone_not_answered: {
    label: "Phone not answered",
    publicText: "The receiver's phone was not answered.",
    short: "phone not answered",
    part: "receiver",
    countsAsAttempt: true,
    next: "again",
  },
  address_not_found: {
    label: "Address not found",
    publicText: "We could not find the delivery address.",
    short: "address not found",
    part: "sender",
    countsAsAttempt: true,
    next: "call",
  },
  refused: {
    label: "Refused",
    publicText: "The receiver did not accept the parcel.",
    short: "parcel refused",
    part: "receiver",
    countsAsAttempt: true,
    next: "ask",
  },
  refused_after_opening: {
    label: "Refused after opening",
    publicText: "The receiver looked inside and did not accept the parcel.",
    short: "refused after opening",
    part: "receiver",
    countsAsAttempt: true,
    next: "ask",
  },
  wrong_item: {
    label: "Wrong item",
    publicText: "The receiver says that the item is not the one they ordered.",
    short: "wrong item",
    part: "sender",
    countsAsAttempt: true,
    next: "ask",
  },
  another_day: {
    label: "Asked for another day",
    publicText: "The receiver asked for another day.",
    short: "another day asked for",
    part: "receiver",
    countsAsAttempt: false,
    next: "call",
  },
  place_closed: {
    label: "Place closed",
    publicText: "The delivery address was closed.",
    short: "place closed",
    part: "receiver",
    countsAsAttempt: true,
    next: "again",
  },
  could_not_pay: {
    label: "Could not pay",
    publicText: "The receiver could not pay the amount to collect.",
    short: "amount not paid",
    part: "receiver",
    countsAsAttempt: true,
    next: "call",
  },
  damaged: {
    label: "Damaged",
    publicText: "The parcel was damaged on the way. We are sorry.",
    short: "parcel damaged",
    part: "company",
    countsAsAttempt: false,
    next: "agree",
  },
  lost: {
    label: "Lost",
    publicText: "We cannot find the parcel at the moment. We are sorry, and we are looking for it.",
    short: "we are looking for it",
    part: "company",
    countsAsAttempt: false,
    next: "agree",
  },
  area_unsafe: {
    label: "Area unsafe",
    publicText: "The area was not safe for our rider.",
    short: "area not safe",
    part: "nobody",
    countsAsAttempt: false,
    next: "call",
  },
  vehicle_broke_down: {
    label: "Vehicle broken down",
    publicText: "Our vehicle broke down.",
    short: "vehicle broke down",
    part: "company",
    countsAsAttempt: false,
    next: "again",
  },
  held_by_authorities: {
    label: "Held by authorities",
    publicText: "The authorities stopped our vehicle.",
    short: "stopped by the authorities",
    part: "nobody",
    countsAsAttempt: false,
    next: "agree",
  },
  weather: {
    label: "Weather",
    publicText: "The weather did not allow delivery.",
    short: "bad weather",
    part: "nobody",
    countsAsAttempt: false,
    next: "again",
  },
  other: {
    label: "Other",
    publicText: "We could not deliver the parcel this time.",
    short: "not delivered this time",
    part: "nobody",
    countsAsAttempt: false,
    next: "call",
  },
  cancelled: {
    label: "Cancelled by the sender",
    publicText: "The sender cancelled this parcel.",
    short: "cancelled by the sender",
    part: "sender",
    countsAsAttempt: false,
    next: "nothing",
  },
} as const satisfies Record<string, Reason>;

export type FailureReason = keyof typeof TABLE;
export const FAILURE_REASONS = Object.keys(TABLE) as [FailureReason, ...FailureReason[]];
export const failureReason = (code: FailureReason): Reason => TABLE[code];

/** BOOK-27: the reason that only the sender can set. */
export const CANCELLED = "cancelled" satisfies FailureReason;
export const STAFF_REASONS: FailureReason[] = FAILURE_REASONS.filter((code) => code !== CANCELLED);

export const REASON_OPTIONS: { value: FailureReason; label: string }[] = STAFF_REASONS.map((value) => ({
  value,
  label: TABLE[value].label,
}));

/** True if staff must write a text for the reason. */
export const needsText = (code: FailureReason): boolean => code === "other";

/** True if the receiver refused the parcel. The parcel is returned only after the sender was asked. */
export const isRefusal = (code: FailureReason): boolean => TABLE[code].next === "ask";

/** Returns the error messages for missing values in a form that sets a parcel to Failed, by field. */
export function missingForFailed(
  reason: FailureReason | "" | null,
  note: string,
): Record<string, string> | null {
  if (!reason) return { reason: "Choose why it failed. The sender reads it." };
  if (needsText(reason) && note.trim() === "") return { note: "Write in a few words why it failed." };
  return null;
}

/**
 * Returns the reason and the next step for the sender. `asked`: true if the sender has not answered a question yet.
 */
export function failureSendersText(code: FailureReason, asked = false): string {
  return `${TABLE[code].publicText} ${sendersNextStep(TABLE[code].next, asked)}`;
}
