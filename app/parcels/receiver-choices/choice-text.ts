/** The text of a choice, for all who read it. Pure. */
import { TAKER_NAMES, type ChoiceKind, type Taker } from "../../domain/choices.ts";
import { formatNearDate, parseLagosDay } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";

export type ChoiceFacts = {
  kind: ChoiceKind;
  /** 'yyyy-MM-dd' */
  day: string | null;
  hub: string | null;
  taker: Taker | null;
  takerName: string | null;
  takerPhone: string | null;
  words: string | null;
};

/**
 * A choice that counts now, for the rider and the desk; lists have the newest first. `at` is the time of the receiver's
 * choice.
 */
export type Said = { text: string; at: Date };

const PREFIXES: Record<ChoiceKind, string> = {
  day: "Wants it on",
  hold: "Collects it at",
  refuse: "Does not want it",
  person: "Hand to",
  landmark: "Landmark:",
  note: "Note:",
};

/** 'Hand to Musa Bello, gateman, 0803 123 4567' */
export const saidText = (choice: ChoiceFacts): string =>
  [PREFIXES[choice.kind], choiceText(choice)].filter(Boolean).join(choice.kind === "refuse" ? ": " : " ");

/** 'Tue 1 Dec' */
export const nearDay = (day: string): string => formatNearDate(parseLagosDay(day) ?? new Date(0));

/** 'Tue 1 Dec', 'Ikeja', 'Musa Bello, gateman, 0803 123 4567', or the receiver's words; empty if they were erased. */
export function choiceText({ day, hub, taker, takerName, takerPhone, words }: ChoiceFacts): string {
  if (day) return nearDay(day);
  if (hub) return hub;
  const person = [
    takerName,
    takerName && taker && TAKER_NAMES[taker].toLowerCase(),
    takerPhone && formatPhone(takerPhone),
  ];
  return [...person, words].filter(Boolean).join(", ");
}
