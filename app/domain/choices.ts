/** CHOICE-1 to CHOICE-5: the choices and answers of a receiver, shared by the database and several features. Pure. */
import type { ChoiceEventKind } from "./event-kinds.ts";
import type { FailureReason } from "./failure-reasons.ts";
import { wordsOf } from "./words-of.ts";

/**
 * The subject of a choice. Only the last choice about a subject counts. Another day, collection at a hub and a refusal
 * are all about the `plan`, so a new one replaces the one before.
 */
export const CHOICE_SLOTS = ["plan", "person", "landmark", "note"] as const;
export type ChoiceSlot = (typeof CHOICE_SLOTS)[number];

type ChoiceFacts = {
  slot: ChoiceSlot;
  label: string;
  event: ChoiceEventKind;
};

const TABLE = {
  day: { slot: "plan", label: "Another day", event: "day_chosen" },
  hold: { slot: "plan", label: "Collect at our office", event: "hold_chosen" },
  refuse: { slot: "plan", label: "Not wanted", event: "refusal_announced" },
  person: { slot: "person", label: "Somebody else takes it", event: "person_named" },
  landmark: { slot: "landmark", label: "Landmark", event: "landmark_given" },
  note: { slot: "note", label: "Note to the rider", event: "rider_note" },
} as const satisfies Record<string, ChoiceFacts>;
export type ChoiceKind = keyof typeof TABLE;
export const CHOICE_FACTS: Record<ChoiceKind, ChoiceFacts> = TABLE;
export const CHOICE_KINDS = wordsOf(TABLE);

/**
 * Why a choice no longer counts. `desk`: dispatch ended the choice after the receiver called; `acted`: the choice was
 * carried out, or the sender decided.
 */
export const CHOICE_ENDS = ["replaced", "taken_back", "desk", "acted"] as const;

/** The people who may take the parcel for the receiver. */
export const TAKER_NAMES = {
  gateman: "Gateman",
  receptionist: "Receptionist",
  colleague: "Colleague",
  family: "Family",
  other: "Somebody else",
};
export type Taker = keyof typeof TAKER_NAMES;
export const TAKERS = wordsOf(TAKER_NAMES);

/** The number of working days among which a receiver can choose the delivery day. */
export const DAYS_TO_CHOOSE = 7;
/** The hours in which the sender decides about a parcel that the receiver does not want. */
export const SENDER_DECIDES_HOURS = 48;
export const MAX_CHOICE_WORDS = 200;

/** CHOICE-5: the receiver's answer to the rider's report of a failed attempt. */
export const ANSWER_NAMES = {
  right: "Yes, that is right",
  nobody_came: "No, nobody came",
  somebody_here: "No, somebody was here",
  not_called: "No, I was not called",
};
export type AttemptAnswer = keyof typeof ANSWER_NAMES;
export const ATTEMPT_ANSWERS = wordsOf(ANSWER_NAMES);
export const isDenial = (answer: AttemptAnswer): boolean => answer !== "right";

/** The reasons of failed attempts that the receiver is asked to confirm. The texts speak to the receiver. */
export const ASKED_REASONS = {
  nobody_home: "nobody was home",
  phone_not_answered: "your phone was not answered",
  address_not_found: "the address was not found",
  refused: "you did not accept it",
  refused_after_opening: "you looked inside and did not accept it",
} as const satisfies Partial<Record<FailureReason, string>>;
/** Reasons that the receiver gave to the rider. The receiver's page shows them without asking for confirmation. */
export const OTHER_REASONS = {
  wrong_item: "you said that it is not what you ordered",
  another_day: "you asked for another day",
  could_not_pay: "you could not pay",
} as const satisfies Partial<Record<FailureReason, string>>;
export type AskedReason = keyof typeof ASKED_REASONS;
export const isAskedReason = (reason: FailureReason | null): reason is AskedReason =>
  reason !== null && reason in ASKED_REASONS;

/**
 * The latest time at which a receiver can change the plan for a day: when the parcel is loaded, or at a Lagos time of
 * that day.
 */
export const CHOICES_UNTIL_NAMES = {
  loaded: "Until it is loaded",
  "06:00": "6:00 am of the day",
  "07:00": "7:00 am of the day",
  "08:00": "8:00 am of the day",
  "09:00": "9:00 am of the day",
  "10:00": "10:00 am of the day",
  "12:00": "12:00 noon of the day",
};
export type ChoicesUntil = keyof typeof CHOICES_UNTIL_NAMES;
export const CHOICES_UNTIL = wordsOf(CHOICES_UNTIL_NAMES);
