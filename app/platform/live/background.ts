/**
 * STAFF-1: requests that a page makes without the person are no activity of the session. The mark only shortens a
 * session, so setting it falsely gains nothing.
 */
export const BACKGROUND_HEADER = "Ona-Background";
/** Whose session answered a background reload: the id that the page has in `data-owner`. */
export const OWNER_HEADER = "Ona-Owner";

/** Live streams, background reloads, and pages that the browser prefetches. */
export function isBackground(request: Request): boolean {
  return (
    request.headers.has(BACKGROUND_HEADER) ||
    /prefetch|prerender/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "") ||
    new URL(request.url).pathname.startsWith("/live/")
  );
}
