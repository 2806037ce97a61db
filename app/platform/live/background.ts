/**
 * STAFF-1: requests that a page makes without the person are no activity of the session. The mark can only shorten a
 * session, so setting it falsely gains nothing.
 */
export const BACKGROUND_HEADER = "Ona-Background";
/** The owner of the session that answered a background reload: the id in the page's `data-owner`. */
export const OWNER_HEADER = "Ona-Owner";

/** The mark for a loader that a page requests periodically, because React Router's fetchers take no headers. */
const BACKGROUND_PARAM = "background";

/** The address for a request that a page makes by itself, without an action of the person. */
export const askedInBackground = (path: string): string => `${path}?${BACKGROUND_PARAM}=1`;

/** Live streams, background reloads, periodic requests of a page, and pages that the browser prefetches. */
export function isBackground(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return (
    request.headers.has(BACKGROUND_HEADER) ||
    /prefetch|prerender/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "") ||
    searchParams.has(BACKGROUND_PARAM) ||
    pathname.startsWith("/live/")
  );
}
