/** The texts of every language, and the hash by which a speaker's approval identifies the texts that were read. */
import { createHash } from "node:crypto";
import { HAUSA } from "./hausa.ts";
import { IGBO } from "./igbo.ts";
import { PIDGIN } from "./pidgin.ts";
import type { Language } from "../../../domain/languages.ts";
import type { LanguageTexts, Translation } from "./translation.ts";
import { YORUBA } from "./yoruba.ts";

export const TRANSLATIONS: Readonly<Record<Language, LanguageTexts>> = {
  pcm: PIDGIN,
  ha: HAUSA,
  yo: YORUBA,
  ig: IGBO,
};

/** A language with the texts of one page. */
export function translationOf(language: Language, page: "track" | "receiver"): Translation {
  const { track, receiver, ...names } = TRANSLATIONS[language];
  return { ...names, texts: page === "track" ? track : { ...track, ...receiver } };
}

/** The hash of a language's texts. It changes if any text of the language changes. */
export const textsHash = (language: Language): string =>
  createHash("sha256").update(JSON.stringify(TRANSLATIONS[language])).digest("base64url").slice(0, 22);
