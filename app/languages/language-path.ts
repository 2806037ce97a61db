import type { Language } from "../domain/languages.ts";

/** Returns the URL of a language's page in the back office. `line` is the id of the line that the form shows. */
export const languagePath = (language: Language, line?: string | null): string =>
  `/admin/languages?${new URLSearchParams({ language, ...(line && { line }) })}`;
