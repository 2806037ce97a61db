/**
 * The codes of a guest's bookings, in a signed cookie for a week. Whoever has the cookie counts as the
 * sender, except a person who signed in later (PROFILE-7).
 */
import type { Session } from "../../access/principal-context.ts";
import { hostCookie } from "../../platform/http/host-cookie.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";

type Keys = Pick<Services, "secret" | "secure">;

const WEEK_SECONDS = 7 * 24 * 60 * 60;
const MOST = 10;

declare const proved: unique symbol;
/** The code of a booking that a guest made in the browser that sent the request. */
export type SentCode = string & { readonly [proved]: true };

const sentCookie = ({ secret, secure }: Keys) =>
  hostCookie("sent", secure, WEEK_SECONDS, deriveToken(secret, "sent-cookie"));

async function readCodes(keys: Keys, request: Request): Promise<string[]> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("sent=")) return [];
  const value: unknown = await sentCookie(keys).parse(header);
  return typeof value === "string" && value ? value.split(".") : [];
}

/** Returns the Set-Cookie header after a guest's booking. The cookie keeps the newest ten codes. */
export async function noteSentBooking(keys: Keys, request: Request, code: string): Promise<string> {
  const older = (await readCodes(keys, request)).filter((other) => other !== code);
  return sentCookie(keys).serialize([code, ...older].slice(0, MOST).join("."));
}

/** Returns the code if a guest booked in this browser and nobody is signed in now. Otherwise null. */
export async function sentFromHere(
  keys: Keys,
  request: Request,
  session: Session,
  code: string,
): Promise<SentCode | null> {
  if (session.person) return null;
  return (await readCodes(keys, request)).includes(code) ? (code as SentCode) : null;
}
