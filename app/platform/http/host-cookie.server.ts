import { createHmac } from "node:crypto";
import { unescape } from "node:querystring";
import { createCookie } from "react-router";
import { sameBytes } from "../tokens.server.ts";

/**
 * Makes a cookie for this host only, hidden from scripts. Over TLS the cookie's name begins with `__Host-`. Without
 * `maxAge` (seconds) the cookie is deleted when the browser session ends. `key` signs the cookie. A cookie with an
 * invalid signature is read as empty.
 */
export const hostCookie = (
  name: string,
  secure: boolean,
  maxAge?: number,
  key?: string,
  sameSite: "lax" | "strict" = "lax",
) => ownCookie(secure ? `__Host-${name}` : name, { secure, maxAge, sameSite }, key);

export const ownCookie = (
  name: string,
  options: { secure?: boolean; maxAge?: number | undefined; sameSite?: "lax" | "strict" },
  key?: string,
) =>
  createCookie(name, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    ...options,
    ...(key !== undefined && signedBy(key, name)),
  });

/**
 * Signs a cookie in React Router's format, but synchronously. React Router signs with WebCrypto, which took 9 % of the
 * processor time of a booking, because a booking has two cookies.
 */
function signedBy(key: string, name: string) {
  const signature = (value: string) =>
    createHmac("sha256", key).update(value).digest("base64").replaceAll("=", "");
  return {
    filter: (other: string) => other === name,
    encode: (value: string) => encodeURIComponent(`${value}.${signature(value)}`),
    decode(sent: string): string | undefined {
      const [value = "", signed = ""] = unescape(sent).split(".");
      return sameBytes(Buffer.from(signed), Buffer.from(signature(value))) ? value : undefined;
    },
  };
}
