/** The languages of the track page besides English: their tags, with their English names. */
export const LANGUAGES = { pcm: "Nigerian Pidgin", ha: "Hausa", yo: "Yoruba", ig: "Igbo" } as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as [Language, ...Language[]];

export const isLanguage = (tag: string | null | undefined): tag is Language =>
  LANGUAGE_TAGS.some((known) => known === tag);
