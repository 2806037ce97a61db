/** The hosts of the HSTS header: this host only, or also its subdomains. Null without HTTPS. */
export type Hsts = "own" | "subdomains" | null;

export function hstsOf(secure: boolean, subdomains: boolean): Hsts {
  if (!secure) return null;
  return subdomains ? "subdomains" : "own";
}

/** WEB-2: returns the part of the policy that all pages share. Forms may also lead to the origins in `formsTo`. */
const policy = (formsTo: readonly string[]) =>
  [
    // React writes style attributes, which need 'unsafe-inline'. Styles cannot run scripts.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formsTo].join(" ")}`,
    "frame-ancestors 'none'",
  ].join("; ");

/** WEB-2: returns the headers of every response, including errors. */
function commonHeaders(hsts: Hsts): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
    ...(hsts && {
      "Strict-Transport-Security": `max-age=31536000${hsts === "subdomains" ? "; includeSubDomains" : ""}`,
    }),
    // Public pages, files, pictures and some loaders set this header themselves. Pages with a sign-in stay no-store.
    "Cache-Control": "no-store",
  };
}

/** Returns the policy of a page whose scripts have a nonce or hash. Forms may lead or redirect to `formsTo`. */
export const scriptPolicy = (allowed: readonly string[], formsTo: readonly string[] = []): string =>
  `default-src 'self'; script-src ${["'self'", ...allowed].join(" ")}; ${policy(formsTo)}`;

export function pageHeaders(
  headers: Headers,
  nonce: string,
  hsts: Hsts,
  formsTo: readonly string[] = [],
): void {
  const csp = scriptPolicy([`'nonce-${nonce}'`], formsTo);
  for (const [name, value] of Object.entries({ "Content-Security-Policy": csp, ...commonHeaders(hsts) }))
    if (!headers.has(name)) headers.set(name, value);
  if (hsts) secureCookies(headers);
}

/** Returns the headers of responses by the HTTP server itself, such as the response to an unreadable request. */
export function bareHeaders(hsts: Hsts): Record<string, string> {
  return {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ...commonHeaders(hsts),
  };
}

function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.every((cookie) => /;\s*secure\b/i.test(cookie))) return;
  headers.delete("Set-Cookie");
  for (const cookie of cookies)
    headers.append("Set-Cookie", /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`);
}

/** Returns the headers of the tracking widget, which has no script and which every site may frame (WIDGET-1). */
export function widgetHeaders(hsts: Hsts): Record<string, string> {
  const { "X-Frame-Options": _, ...headers } = commonHeaders(hsts);
  return {
    ...headers,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  };
}
