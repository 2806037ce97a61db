/**
 * STAFF-1: requests that a page makes without an action of the person do not count as activity of the session. They
 * carry this mark. A false mark gains nothing, because it can only shorten a session.
 */
export const BACKGROUND_HEADER = "Ona-Background";
/**
 * The header with the owner of the session that answered a background reload: the same id as in the page's
 * `data-owner`.
 */
export const OWNER_HEADER = "Ona-Owner";

/**
 * The mark of a loader that a page requests periodically. It is in the address, because React Router's fetchers take no
 * headers.
 */
const BACKGROUND_PARAM = "background";

/** The address for a periodic request, with the mark that the person did not cause it. */
export const askedInBackground = (path: string): string => `${path}?${BACKGROUND_PARAM}=1`;

/**
 * True for requests without an action of the person: live streams, background reloads, periodic requests of a page, and
 * pages that the browser prefetches.
 */
export function isBackground(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return (
    request.headers.has(BACKGROUND_HEADER) ||
    /prefetch|prerender/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "") ||
    searchParams.has(BACKGROUND_PARAM) ||
    pathname.startsWith("/live/")
  );
}
