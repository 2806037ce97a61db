/** The text of a receiver's choice. Pure. */
import { TAKER_NAMES, type ChoiceKind, type Taker } from "../../domain/choices.ts";
import { nearDay } from "../../domain/promise.ts";
import { formatPhone } from "../../domain/phone.ts";

export type ChoiceFacts = {
  kind: ChoiceKind;
  day: string | null;
  hub: string | null;
  taker: Taker | null;
  takerName: string | null;
  takerPhone: string | null;
  words: string | null;
};

/**
 * A valid choice, as the rider and dispatch read it. `at` is the time of the choice. Lists show the newest choice
 * first.
 */
export type ChoiceSaid = { text: string; at: Date };

const PREFIXES: Record<ChoiceKind, string> = {
  day: "Wants it on",
  hold: "Collects it at",
  refuse: "Does not want it",
  person: "Hand to",
  landmark: "Landmark:",
  note: "Note:",
};

/** Returns a text such as 'Hand to Musa Bello, gateman, 0803 123 4567'. */
export const saidText = (choice: ChoiceFacts): string =>
  [PREFIXES[choice.kind], choiceText(choice)].filter(Boolean).join(choice.kind === "refuse" ? ": " : " ");

/**
 * Returns the content of a choice, such as 'Tue 1 Dec', 'Ikeja' or the receiver's words. Empty if the words were
 * erased.
 */
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
