/** The headers of security.md 21, on every response, errors too. */
const POLICY = [
  // React writes style attributes; a style cannot run anything.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** What every response carries, whoever makes it. */
function commonHeaders(secure: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
    ...(secure && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
    // A page belongs to the one who asked unless it says otherwise: static files and pictures do.
    "Cache-Control": "no-store",
  };
}

export function pageHeaders(headers: Headers, nonce: string, secure: boolean): void {
  const policy = `default-src 'self'; script-src 'self' 'nonce-${nonce}'; ${POLICY}`;
  for (const [name, value] of Object.entries({ "Content-Security-Policy": policy, ...commonHeaders(secure) }))
    if (!headers.has(name)) headers.set(name, value);
  if (secure) secureCookies(headers);
}

/** The headers of a response that has no page: what cannot be read as a request. */
export function bareHeaders(secure: boolean): Record<string, string> {
  return {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ...commonHeaders(secure),
  };
}

/** Over HTTPS every cookie is for HTTPS only, whoever sets it. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.every((cookie) => /;\s*secure\b/i.test(cookie))) return;
  headers.delete("Set-Cookie");
  for (const cookie of cookies)
    headers.append("Set-Cookie", /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`);
}
