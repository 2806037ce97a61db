/**
 * TRACK-11: translates the texts of the track page and the receiver's page. The code has the English texts; each
 * English text is the key of its translation.
 */
import { splitWait } from "../platform/limits/wait-text.ts";

/** Translations, by the English text. A word in braces stands for a value and must stay unchanged. */
type Texts = Readonly<Record<string, string>>;

type Names = {
  /** The language's name in the language itself. */
  name: string;
  /** Short names of weekdays, from Sunday. */
  weekdays: readonly string[];
  /** Short names of months, from January. */
  months: readonly string[];
};

export type LanguageTexts = Names & {
  track: Texts;
  /** The texts of the receiver's page, which also shows the texts of the track page. */
  receiver: Texts;
};

/** A language with the texts of one page. These texts are sent with the page, so texts of other pages are left out. */
export type Translation = Names & { texts: Texts };

export type Translate = (text: string, values?: Readonly<Record<string, string>>) => string;

/**
 * Translates an English text and replaces the words in braces by their values. If a refusal ends with a time to wait,
 * the refusal and the time are translated separately. If the translation is null, the text stays English.
 */
export const textIn = (translation: Translation | null): Translate => {
  const t: Translate = (text, values = {}) =>
    (translation?.texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return (text, values) => {
    const wait = splitWait(text);
    return wait ? `${t(wait.before)} ${t(wait.pattern, { count: wait.count })}`.trim() : t(text, values);
  };
};
