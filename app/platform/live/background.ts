/**
 * STAFF-1: the header that marks requests which a page makes without an action of the person. They do not count as
 * activity of the session. A false mark gains nothing, because it can only shorten a session.
 */
export const BACKGROUND_HEADER = "Ona-Background";
/**
 * The header with the id of the session's owner in the response to a background reload. The page compares it with its
 * own `data-owner`.
 */
export const OWNER_HEADER = "Ona-Owner";

/**
 * The mark of a loader that a page requests periodically. It is in the URL, because React Router's fetchers take no
 * headers.
 */
const BACKGROUND_PARAM = "background";

/** The URL for a periodic request, with the mark that the person did not cause it. */
export const askedInBackground = (path: string): string => `${path}?${BACKGROUND_PARAM}=1`;

/**
 * True for requests without an action of the person: live streams, background reloads, periodic requests of a page, and
 * pages that the browser prefetches.
 */
export function isBackground(request: Request): boolean {
  return (
    isOwnReload(request) || isPrefetch(request.headers) || new URL(request.url).pathname.startsWith("/live/")
  );
}

/** True for the background reloads and periodic requests of an open page. The page follows a redirect of these. */
export const isOwnReload = (request: Request): boolean =>
  !isPrefetch(request.headers) &&
  (request.headers.has(BACKGROUND_HEADER) || new URL(request.url).searchParams.has(BACKGROUND_PARAM));

const isPrefetch = (headers: Headers): boolean =>
  /prefetch|prerender/.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
