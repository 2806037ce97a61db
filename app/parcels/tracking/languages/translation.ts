/** TRACK-11: what the track page is in another language. English is in the code, and is the key of each text. */
export type Translation = {
  /** The language's own name. */
  name: string;
  /** Short, from Sunday. */
  weekdays: readonly string[];
  /** Short, from January. */
  months: readonly string[];
  /** By the English text. A word in braces stands for a value and stays as it is. */
  texts: Readonly<Record<string, string>>;
};
