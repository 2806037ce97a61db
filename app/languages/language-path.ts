import type { Language } from "../domain/languages.ts";

/** Returns the URL of a language's page in the back office, with one of its lines in the form. */
export const languagePath = (language: Language, line?: string | null): string =>
  `/admin/languages?${new URLSearchParams({ language, ...(line && { line }) })}`;
