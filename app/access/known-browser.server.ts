/**
 * Recognises a browser by a random id in a signed cookie. Each sign-in adds a mark for the login account. The cookie
 * names no person, gives no rights and stays after the sign-out. It only gives the browser rate limits of its own. So a
 * stranger who knows an email address cannot use up the limit of the account's owner
 * (docs/decisions/0004-rate-limiting.md).
 */
import type { Browser } from "./actor.ts";
import { hostCookie } from "../platform/http/host-cookie.server.ts";
import { deriveToken, drawPageToken, sameBytes } from "../platform/tokens.server.ts";
import type { Services } from "../platform/services.server.ts";

type Keys = Pick<Services, "secret" | "secure">;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** At most this many marks, which is enough for people who share a phone. A further mark removes the oldest. */
const MOST_MARKS = 6;
/** The length of a mark: 128 bits of an HMAC. Every request carries the cookie, so the mark is short. */
const CODE_LENGTH = 22;

const browserCookie = (secure: boolean) => hostCookie("browser", secure, YEAR_SECONDS);

const code = (secret: string, subject: string) => deriveToken(secret, subject).slice(0, CODE_LENGTH);
const signature = (secret: string, id: string) => code(secret, `browser:${id}`);
const markOf = (secret: string, id: string, account: string) => code(secret, `browser:${id}:${account}`);

function write({ secret, secure }: Keys, { id, marks }: Browser): Promise<string> {
  return browserCookie(secure).serialize([id, signature(secret, id), ...marks].join("."));
}

/** Reads the browser of a request. Null without a cookie that this product signed. */
export async function readBrowser(
  { secret, secure }: Keys,
  header: string | null | undefined,
): Promise<Browser | null> {
  if (!header?.includes("browser=")) return null;
  const value: unknown = await browserCookie(secure).parse(header);
  if (typeof value !== "string") return null;
  const [id = "", signed = "", ...marks] = value.split(".");
  if (!sameBytes(Buffer.from(signed), Buffer.from(signature(secret, id)))) return null;
  return { id, marks: marks.slice(0, MOST_MARKS) };
}

/** Returns the Set-Cookie header that gives a browser its cookie, without marks. */
export function newBrowserCookie(keys: Keys): Promise<string> {
  return write(keys, { id: drawPageToken(), marks: [] });
}

/**
 * Returns the Set-Cookie header that adds a keyed hash of this account to the browser's cookie. `account` is an email
 * address in lower case, or another id.
 */
export function markBrowser(keys: Keys, browser: Browser | null, account: string): Promise<string> {
  const { id, marks } = browser ?? { id: drawPageToken(), marks: [] };
  const mark = markOf(keys.secret, id, account);
  return write(keys, { id, marks: [mark, ...marks.filter((old) => old !== mark)].slice(0, MOST_MARKS) });
}

/** Returns the browser if this login account has signed in from it before; otherwise null. */
export function knownTo(
  { secret }: Pick<Services, "secret">,
  browser: Browser | null | undefined,
  account: string,
): Browser | null {
  return browser?.marks.includes(markOf(secret, browser.id, account)) ? browser : null;
}
