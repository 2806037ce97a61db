import { createCookie } from "react-router";

/**
 * A cookie that only this host reads and no script: with the prefix `__Host-` over TLS. Without `maxAge` (seconds) it
 * ends with the browser session.
 */
export const hostCookie = (name: string, secure: boolean, maxAge?: number) =>
  createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    secure,
    sameSite: "lax",
    path: "/",
    maxAge,
  });
