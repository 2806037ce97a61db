/** The texts of every language, and the hash that ties a speaker's approval to the texts that the speaker read. */
import { createHash } from "node:crypto";
import { HAUSA } from "./hausa.ts";
import { IGBO } from "./igbo.ts";
import { PIDGIN } from "./pidgin.ts";
import type { Language } from "../domain/languages.ts";
import type { LanguageTexts, Translation } from "./translation.ts";
import { YORUBA } from "./yoruba.ts";

export const TRANSLATIONS: Readonly<Record<Language, LanguageTexts>> = {
  pcm: PIDGIN,
  ha: HAUSA,
  yo: YORUBA,
  ig: IGBO,
};

/** The speakers' own words for the texts of a language, by the English text. */
type OwnTexts = Readonly<Record<string, string>>;

const withOwn = (texts: Readonly<Record<string, string>>, own: OwnTexts) =>
  Object.fromEntries(Object.entries(texts).map(([english, text]) => [english, own[english] ?? text]));

/** Returns a language's texts for one page. A speaker's own words replace the texts of the product. */
export function translationOf(
  language: Language,
  page: "track" | "receiver",
  own: OwnTexts = {},
): Translation {
  const { track, receiver, ...names } = TRANSLATIONS[language];
  return { ...names, texts: withOwn(page === "track" ? track : { ...track, ...receiver }, own) };
}

/** Returns a hash that changes if any text of the language changes. */
export function textsHash(language: Language, own: OwnTexts = {}): string {
  const { track, receiver, ...names } = TRANSLATIONS[language];
  const texts = { ...names, track: withOwn(track, own), receiver: withOwn(receiver, own) };
  return createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 22);
}

/** Returns a short id of a line for URLs and forms. The English text itself may be long, and forms may alter it. */
export const lineId = (english: string): string =>
  createHash("sha256").update(english).digest("base64url").slice(0, 12);
