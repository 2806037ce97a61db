/**
 * STAFF-1: requests that a page makes without the person are no activity of the session. The mark only shortens a
 * session, so setting it falsely gains nothing.
 */
export const BACKGROUND_HEADER = "Ona-Background";
/** Whose session answered a background reload: the id that the page has in `data-owner`. */
export const OWNER_HEADER = "Ona-Owner";

/** The same for a loader that a page asks again and again: React Router's fetchers take no headers. */
const BACKGROUND_PARAM = "background";

/** The address of a loader that is asked without the person. */
export const askedInBackground = (path: string): string => `${path}?${BACKGROUND_PARAM}=1`;

/** Live streams, background reloads, what a page asks again and again, and pages that the browser prefetches. */
export function isBackground(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return (
    request.headers.has(BACKGROUND_HEADER) ||
    /prefetch|prerender/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "") ||
    searchParams.has(BACKGROUND_PARAM) ||
    pathname.startsWith("/live/")
  );
}
