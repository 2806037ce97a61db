/** The texts of every language, and the hash by which a speaker's approval identifies the texts that were read. */
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

/** The words that speakers gave to texts of a language, by the English text. */
type OwnTexts = Readonly<Record<string, string>>;

const withOwn = (texts: Readonly<Record<string, string>>, own: OwnTexts) =>
  Object.fromEntries(Object.entries(texts).map(([english, text]) => [english, own[english] ?? text]));

/** A language with the texts of one page, each in the words that a speaker gave it. */
export function translationOf(
  language: Language,
  page: "track" | "receiver",
  own: OwnTexts = {},
): Translation {
  const { track, receiver, ...names } = TRANSLATIONS[language];
  return { ...names, texts: withOwn(page === "track" ? track : { ...track, ...receiver }, own) };
}

/** The hash of a language's texts. It changes if any text of the language changes. */
export function textsHash(language: Language, own: OwnTexts = {}): string {
  const { track, receiver, ...names } = TRANSLATIONS[language];
  const texts = { ...names, track: withOwn(track, own), receiver: withOwn(receiver, own) };
  return createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 22);
}

/** The name of a line in addresses and forms. Its English text may be long, and may change when it is sent. */
export const lineId = (english: string): string =>
  createHash("sha256").update(english).digest("base64url").slice(0, 12);
