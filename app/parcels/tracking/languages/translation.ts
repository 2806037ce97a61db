/** TRACK-11: the texts of the track page and the receiver's in another language. English is in the code, and is the key of each text. */
import { splitWait } from "../../../platform/limits/wait-text.ts";

/** By the English text. A word in braces stands for a value and must stay unchanged. */
type Texts = Readonly<Record<string, string>>;

type Names = {
  /** The language's own name. */
  name: string;
  /** Short names of weekdays, from Sunday. */
  weekdays: readonly string[];
  /** Short names of months, from January. */
  months: readonly string[];
};

/** A language's file. */
export type LanguageTexts = Names & {
  track: Texts;
  /** What the receiver's page says beside the texts of the track page. */
  receiver: Texts;
};

/** A language as one page needs it: with no other page's texts, because they travel with it. */
export type Translation = Names & { texts: Texts };

export type Translate = (text: string, values?: Readonly<Record<string, string>>) => string;

/** Translates an English text, and fills in the names in braces. A refusal that ends with a time to wait is two texts. Null is English. */
export const textIn = (translation: Translation | null): Translate => {
  const t: Translate = (text, values = {}) =>
    (translation?.texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return (text, values) => {
    const wait = splitWait(text);
    return wait ? `${t(wait.before)} ${t(wait.pattern, { count: wait.count })}`.trim() : t(text, values);
  };
};
