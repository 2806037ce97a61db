/** Gives a component the texts of the track page and the receiver's page in the reader's language. */
import { createContext, useContext } from "react";
import { formatDate, formatDateTime, formatNearDate, lagosClock } from "../domain/dates.ts";
import { textIn, type Translation } from "./translation.ts";

/** The translation of the page. Null for English. */
export const TranslationContext = createContext<Translation | null>(null);

/** Returns `t`, which translates an English text and fills in the words in braces, and functions that write days. */
export function useText() {
  const translation = useContext(TranslationContext);
  const t = textIn(translation);
  if (!translation) return { t, nearDate: formatNearDate, date: formatDate, dateTime: formatDateTime };
  const { weekdays, months } = translation;
  const date = (at: Date) => {
    const { day, month, year } = lagosClock(at);
    return `${day} ${months[month - 1]} ${year}`;
  };
  return {
    t,
    nearDate: (at: Date) => {
      const { weekday, day, month } = lagosClock(at);
      return `${weekdays[weekday]} ${day} ${months[month - 1]}`;
    },
    date,
    dateTime: (at: Date) => {
      const { clock, half } = lagosClock(at);
      return `${date(at)}, ${clock} ${half}`;
    },
  };
}

export type Text = ReturnType<typeof useText>;
