/** What a choice says, for everybody who reads it. Pure. */
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

/** 'Tue 1 Dec' */
export const nearDay = (day: string): string => formatNearDate(parseLagosDay(day) ?? new Date(0));

/** 'Tue 1 Dec', 'Ikeja', 'Musa Bello, gateman, 0803 123 4567', or the receiver's words; empty where they were erased. */
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
