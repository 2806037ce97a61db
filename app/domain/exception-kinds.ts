/**
 * Exceptions: what went otherwise than planned and needs a decision of a person. Each kind says how long there is for it, what is
 * done next, and the reasons with which it may end. Pure.
 */
import { wordsOf } from "./words-of.ts";

type ExceptionFacts = {
  label: string;
  /** Hours from its opening until it is overdue. */
  hours: number;
};

export const EXCEPTION_FACTS = {
  missing: { label: "Missing piece", hours: 4 },
  extra: { label: "Extra piece", hours: 4 },
  refused: { label: "Refused: ask the sender", hours: 48 },
  attempts_used: { label: "Attempts used up", hours: 24 },
  unconfirmed_claim: { label: "Hand-over not confirmed", hours: 12 },
  deeds_disagree: { label: "Two deeds disagree", hours: 12 },
  no_destination: { label: "Destination hub not clear", hours: 12 },
  run_not_closed: { label: "Run not closed", hours: 12 },
  linehaul_overdue: { label: "Linehaul overdue", hours: 4 },
  incident: { label: "Incident", hours: 2 },
  to_complete: { label: "Booking to complete", hours: 24 },
} satisfies Record<string, ExceptionFacts>;
export type ExceptionKind = keyof typeof EXCEPTION_FACTS;
export const EXCEPTION_KINDS = wordsOf(EXCEPTION_FACTS);

/** What a person says that ends an exception. */
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
  solved: "Solved",
  no_fault: "Nothing was wrong",
};
export type CloseReason = keyof typeof CLOSE_REASON_NAMES;
export const CLOSE_REASONS = wordsOf(CLOSE_REASON_NAMES);
