/**
 * Exceptions: deviations from the plan that need a decision by staff. For each kind, this table has the time limit,
 * the next steps and the reasons for which staff can close it without a step. Pure. Longer than 250 lines because it
 * is one table.
 */
import { wordsOf } from "./words-of.ts";

/** The reasons for which an exception was closed, in words for staff. */
export const CLOSE_REASON_NAMES = {
  found: "Found",
  delivered: "Delivered",
  counted_wrong: "Counted wrong",
  handed_over: "Handed over",
  try_again: "Try again, the sender said",
  hold: "Hold, the sender said",
  return: "Return, the sender said",
  lost: "Lost: the sender is told",
  other_run: "Moved to another run",
  money_in: "Money is in",
  money_not_found: "Money not found",
  claim_decided: "The claim is decided",
  sender_agreed: "The sender agrees",
  sender_denied: "The sender does not agree",
  sender_silent: "The sender did not answer",
  solved: "Solved",
  no_fault: "Nothing was wrong",
};
export type CloseReason = keyof typeof CLOSE_REASON_NAMES;
export const CLOSE_REASONS = wordsOf(CLOSE_REASON_NAMES);

type StepFacts = {
  /** The label of the step's button. */
  label: string;
  /** The reason with which this step closes the exception. Null if further steps are needed. */
  ends: CloseReason | null;
  atHub?: true;
  confirm?: string;
};

/** The steps that resolve an exception. Each step is a button and an operation (care/exceptions/). */
export const STEP_FACTS = {
  found: { label: "Found here", ends: "found", atHub: true },
  lost: {
    label: "Lost: tell the sender",
    ends: "lost",
    confirm: "The parcel becomes Failed, and we email the sender that we cannot find it.",
  },
  keep: { label: "Keep at this hub", ends: "solved", atHub: true },
  send_on: { label: "Send to its hub", ends: "solved", atHub: true },
  try_again: { label: "Try again", ends: "try_again" },
  hold: { label: "Hold for collection", ends: "hold" },
  return: { label: "Return to the sender", ends: "return" },
  arrived: { label: "It arrived", ends: "handed_over" },
  not_arrived: { label: "It did not", ends: "solved" },
  solved: { label: "Solved", ends: "solved" },
  choose_hub: { label: "Deliver from this hub", ends: "solved", atHub: true },
  tell_senders: { label: "Tell the senders", ends: null },
  money_in: { label: "Money is in", ends: "money_in" },
  not_found: { label: "Not found", ends: "money_not_found" },
  agrees: { label: "The sender agrees", ends: "sender_agreed" },
  denies: { label: "The sender does not", ends: "sender_denied" },
} satisfies Record<string, StepFacts>;
export type ExceptionStep = keyof typeof STEP_FACTS;
export const stepFacts = (step: ExceptionStep): StepFacts => STEP_FACTS[step];

/** A step that staff do elsewhere, not with a button of the exception: the page to open, or the person to call. */
export type ExceptionLink = "sender" | "driver" | "run" | "receive" | "booking" | "cash" | "claim";

type ExceptionFacts = {
  label: string;
  /** An open exception is overdue after this many hours. */
  hours: number;
  next: string;
  /** The place of the next step: `here` for a button of the exception, otherwise the page or the person. */
  at: "here" | ExceptionLink;
  links: readonly ExceptionLink[];
  steps: readonly ExceptionStep[];
  /** The reasons for which staff can close the exception without a step, the most frequent first. */
  reasons: readonly CloseReason[];
};

const SENDER_SAYS = {
  next: "Ask the sender",
  at: "here",
  links: ["sender"],
  steps: ["try_again", "hold", "return"],
  reasons: ["delivered", "no_fault"],
} as const;

const TABLE = {
  missing: {
    label: "Missing piece",
    hours: 4,
    next: "Found or lost?",
    at: "here",
    links: [],
    steps: ["found", "lost"],
    reasons: ["counted_wrong", "delivered", "handed_over", "no_fault"],
  },
  extra: {
    label: "Extra piece",
    hours: 4,
    next: "Keep or send on",
    at: "here",
    links: [],
    steps: ["keep", "send_on"],
    reasons: ["counted_wrong", "delivered", "handed_over", "no_fault"],
  },
  refused: { label: "Refused: ask the sender", hours: 48, ...SENDER_SAYS },
  refused_ahead: { label: "Not wanted, and the sender is silent", hours: 12, ...SENDER_SAYS },
  attempt_denied: {
    label: "Attempt denied by the receiver",
    hours: 8,
    next: "Call the receiver, ask the rider",
    at: "here",
    links: ["booking", "run"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  attempts_used: { label: "Attempts used up", hours: 24, ...SENDER_SAYS },
  lies_too_long: {
    label: "Lies too long in the hub",
    hours: 24,
    next: "Plan it on a run",
    at: "here",
    links: ["booking"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  unconfirmed_claim: {
    label: "Hand-over not confirmed",
    hours: 12,
    next: "Did it arrive?",
    at: "here",
    links: [],
    steps: ["arrived", "not_arrived"],
    reasons: ["delivered", "handed_over", "no_fault"],
  },
  deeds_disagree: {
    label: "Two deeds disagree",
    hours: 12,
    next: "Compare the deeds",
    at: "here",
    links: ["booking"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  no_destination: {
    label: "Destination hub not clear",
    hours: 12,
    next: "Choose the hub",
    at: "here",
    links: [],
    steps: ["choose_hub"],
    reasons: ["delivered", "no_fault"],
  },
  run_not_closed: {
    label: "Run not closed",
    hours: 12,
    next: "Close the run",
    at: "run",
    links: ["run"],
    steps: [],
    reasons: ["solved", "no_fault"],
  },
  linehaul_overdue: {
    label: "Linehaul overdue",
    hours: 4,
    next: "Call the driver",
    at: "driver",
    links: ["driver", "receive"],
    steps: [],
    reasons: ["handed_over", "solved", "no_fault"],
  },
  incident: {
    label: "Incident",
    hours: 2,
    next: "Move the rest to another run",
    at: "run",
    links: ["run"],
    steps: ["tell_senders"],
    reasons: ["other_run", "solved", "no_fault"],
  },
  deed_unclear: {
    label: "Deed of a phone not clear",
    hours: 12,
    next: "Ask the rider",
    at: "here",
    links: ["run", "booking"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  phone_silent: {
    label: "Phone silent",
    hours: 1,
    next: "Call the rider",
    at: "run",
    links: ["run"],
    steps: [],
    reasons: ["solved", "no_fault"],
  },
  wrong_pin: {
    label: "Wrong PIN",
    hours: 8,
    next: "Call the receiver",
    at: "here",
    links: ["booking", "run"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  proof_missing: {
    label: "Proof missing",
    hours: 24,
    next: "Ask who took it",
    at: "here",
    links: ["booking", "run"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  cash_difference: {
    label: "Cash difference",
    hours: 24,
    next: "Count again, or approve it",
    at: "cash",
    links: ["cash", "booking"],
    steps: [],
    reasons: ["counted_wrong", "solved", "no_fault"],
  },
  less_agreed: {
    label: "Less taken: does the sender agree?",
    hours: 24,
    next: "Wait for the sender, or call them",
    at: "here",
    links: ["sender", "booking"],
    steps: ["agrees", "denies"],
    reasons: ["counted_wrong"],
  },
  transfer_to_confirm: {
    label: "Transfer to confirm",
    hours: 1,
    next: "Look into the bank account",
    at: "here",
    links: ["booking"],
    steps: ["money_in", "not_found"],
    reasons: ["no_fault"],
  },
  not_received: {
    label: "Receiver says: not received",
    hours: 24,
    next: "Open the claim",
    at: "claim",
    links: ["claim", "booking"],
    steps: [],
    reasons: ["delivered", "found", "no_fault"],
  },
  not_expected: {
    label: "Not expected, the receiver says",
    hours: 8,
    next: "Ask the sender for the right phone",
    at: "here",
    links: ["sender", "booking"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  receiver_not_told: {
    label: "Receiver not told",
    hours: 4,
    next: "Call the receiver",
    at: "here",
    links: ["booking"],
    steps: ["solved"],
    reasons: ["delivered", "no_fault"],
  },
  to_complete: {
    label: "Booking to complete",
    hours: 24,
    next: "Complete the booking",
    at: "booking",
    links: ["booking"],
    steps: [],
    reasons: ["solved", "no_fault"],
  },
} satisfies Record<string, ExceptionFacts>;

export type ExceptionKind = keyof typeof TABLE;
export const EXCEPTION_FACTS: Record<ExceptionKind, ExceptionFacts> = TABLE;
export const EXCEPTION_KINDS = wordsOf(TABLE);
