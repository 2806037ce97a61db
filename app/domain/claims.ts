/** Words about claims for lost, damaged or missing parcels and about complaints, for the database and features. */
import { wordsOf } from "./words-of.ts";

export const CLAIM_KIND_LABELS = {
  not_received: "Not received",
  loss: "Loss",
  damage: "Damage",
  complaint: "Complaint",
};
export type ClaimKind = keyof typeof CLAIM_KIND_LABELS;
export const CLAIM_KINDS = wordsOf(CLAIM_KIND_LABELS);

/** `to_pay` means that the claim was granted and the amount is not paid yet. */
export const CLAIM_STATE_LABELS = {
  open: "Open",
  waiting: "Waiting for the customer",
  to_pay: "To pay",
  closed: "Closed",
};
export type ClaimState = keyof typeof CLAIM_STATE_LABELS;
export const CLAIM_STATES = wordsOf(CLAIM_STATE_LABELS);

export const CLAIM_OUTCOME_LABELS = { accepted: "Accepted", refused: "Refused" };
export const CLAIM_OUTCOMES = wordsOf(CLAIM_OUTCOME_LABELS);

export const CLAIM_ENTRY_LABELS = {
  opened: "Claim opened",
  given: "Owner changed",
  noted: "Team note",
  waiting: "Waiting for the customer",
  reopened: "Open again",
  message: "Message added",
  decided: "Decided",
  paid: "Paid from the cover",
  payment_reversed: "Payment came back",
};
export type ClaimEntryKind = keyof typeof CLAIM_ENTRY_LABELS;
export const CLAIM_ENTRY_KINDS = wordsOf(CLAIM_ENTRY_LABELS);

const DAY_MS = 24 * 60 * 60 * 1000;
/** Courier regulations demand a decision about a claim within this number of days. */
export const CLAIM_DAYS = 30;
/** A receiver may report a missing parcel within this many hours after the server learned of the delivery. */
export const NOT_RECEIVED_HOURS = 48;
export const MAX_CLAIM_WORDS = 500;

/** Returns the time by which a claim must be decided. `from` is the time of the customer's report. */
export const claimDueAt = (from: Date): Date => new Date(from.getTime() + CLAIM_DAYS * DAY_MS);
