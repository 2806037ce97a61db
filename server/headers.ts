/** Over HTTPS: for which names browsers keep to it. */
export type Hsts = "own" | "subdomains" | null;

/** The headers of security.md 21, on every response, errors too. */
export function pageHeaders(headers: Headers, nonce: string, hsts: Hsts): void {
  const set = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  set(
    "Content-Security-Policy",
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      // React writes style attributes; a style cannot run anything.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
  );
  set("X-Content-Type-Options", "nosniff");
  set("Referrer-Policy", "strict-origin-when-cross-origin");
  set("X-Frame-Options", "DENY");
  set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  set("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()");
  if (hsts)
    set("Strict-Transport-Security", `max-age=31536000${hsts === "subdomains" ? "; includeSubDomains" : ""}`);
  // A page belongs to the one who asked unless it says otherwise: static files and pictures do.
  set("Cache-Control", "no-store");
}
