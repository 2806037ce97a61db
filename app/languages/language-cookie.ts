/** The cookie with the language that a person chose for the track page, or for the pages of receivers. */
import { isLanguage, type Language } from "../domain/languages.ts";

const COOKIE = "language";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Reads the language from a Cookie header. Null for English. */
export function chosenLanguage(cookies: string | null | undefined): Language | null {
  const tag = /(?:^|;)\s*language=([a-z]{2,3})(?:;|$)/.exec(cookies ?? "")?.[1];
  return isLanguage(tag) ? tag : null;
}

/** Writes the Cookie header that asks for a page in this language. */
export const languageCookie = (language: Language): string => `${COOKIE}=${language}`;

/** Writes the Set-Cookie header that stores a language for a year below `path`. Any other tag deletes the cookie. */
export function rememberLanguage(tag: string, secure: boolean, path = "/track"): string {
  const value = isLanguage(tag) ? languageCookie(tag) : `${COOKIE}=`;
  const age = isLanguage(tag) ? YEAR_SECONDS : 0;
  return `${value}; Path=${path}; Max-Age=${age}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`;
}
