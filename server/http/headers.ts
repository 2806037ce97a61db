/** The scope of the HSTS header: this host alone, or its subdomains as well. Null without HTTPS. */
export type Hsts = "own" | "subdomains" | null;

export function hstsOf(secure: boolean, subdomains: boolean): Hsts {
  if (!secure) return null;
  return subdomains ? "subdomains" : "own";
}

/**
 * WEB-2: the part of the Content-Security-Policy that all pages share. `formsTo`: other origins to which forms may
 * lead.
 */
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

/** WEB-2: the headers of every response, including errors. */
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
    // A response is private and not stored unless it sets the header itself: anonymous pages (cached-pages.ts), static
    // files, pictures, and routes that set it in their loader. Pages behind guards stay no-store.
    "Cache-Control": "no-store",
  };
}

/**
 * The Content-Security-Policy of a page whose own scripts are allowed by nonce or hash. `formsTo`: other origins to
 * which the page's forms may lead, including redirects.
 */
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

/** The headers of a response that the HTTP server itself makes, such as the one to an unreadable request. */
export function bareHeaders(hsts: Hsts): Record<string, string> {
  return {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ...commonHeaders(hsts),
  };
}

/** Adds Secure to every cookie of a response over HTTPS. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.every((cookie) => /;\s*secure\b/i.test(cookie))) return;
  headers.delete("Set-Cookie");
  for (const cookie of cookies)
    headers.append("Set-Cookie", /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`);
}

/** The headers of the tracking widget: no script, and every site may frame it (WIDGET-1). */
export function widgetHeaders(hsts: Hsts): Record<string, string> {
  const { "X-Frame-Options": _, ...headers } = commonHeaders(hsts);
  return {
    ...headers,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  };
}
