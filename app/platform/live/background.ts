/**
 * Requests that a page makes by itself: they keep no idle session alive (security.md 5). A mark takes something away
 * and gives nothing, so whoever sets it falsely only shortens their own session.
 */
export const BACKGROUND_HEADER = "Ona-Background";

/** Live streams, reloads that no person asked for, and pages that the browser fetches ahead. */
export function isBackground(request: Request): boolean {
  return (
    request.headers.has(BACKGROUND_HEADER) ||
    /prefetch|prerender/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "") ||
    new URL(request.url).pathname.startsWith("/live/")
  );
}
