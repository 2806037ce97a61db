/** The text of a choice, for all who read it. Pure. */
import { TAKER_NAMES, type ChoiceKind, type Taker } from "../../domain/choices.ts";
import { nearDay } from "../../domain/promise.ts";
import { formatPhone } from "../../domain/phone.ts";

export type ChoiceFacts = {
  kind: ChoiceKind;
  /** The chosen day, as 'yyyy-MM-dd'; null for other choices. */
  day: string | null;
  hub: string | null;
  taker: Taker | null;
  takerName: string | null;
  takerPhone: string | null;
  words: string | null;
};

/**
 * A choice that counts now, as the rider and dispatch read it. `at` is the time at which the receiver chose. In lists
 * the newest is first.
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

/** The choice in words, such as 'Hand to Musa Bello, gateman, 0803 123 4567'. */
export const saidText = (choice: ChoiceFacts): string =>
  [PREFIXES[choice.kind], choiceText(choice)].filter(Boolean).join(choice.kind === "refuse" ? ": " : " ");

/**
 * The chosen thing without the words of its kind: 'Tue 1 Dec', 'Ikeja', 'Musa Bello, gateman, 0803 123 4567', or the
 * receiver's words. Empty if the words were erased.
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
