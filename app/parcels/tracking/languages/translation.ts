/** TRACK-11: the texts of the track page in another language. English is in the code, and is the key of each text. */
export type Translation = {
  /** The language's own name. */
  name: string;
  /** Short names of weekdays, from Sunday. */
  weekdays: readonly string[];
  /** Short names of months, from January. */
  months: readonly string[];
  /** By the English text. A word in braces stands for a value and must stay unchanged. */
  texts: Readonly<Record<string, string>>;
};

export type Translate = (text: string, values?: Readonly<Record<string, string>>) => string;

/** Translates an English text, and fills in the names in braces. Null is English. */
export const textIn =
  (translation: Translation | null): Translate =>
  (text, values = {}) =>
    (translation?.texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
