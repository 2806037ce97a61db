/**
 * STAFF-1: the header of requests that a page makes without an action of the person. These requests do not count as
 * activity of the session. A forged header gains nothing, because it can only shorten a session.
 */
export const BACKGROUND_HEADER = "Ona-Background";
/**
 * The header with the session owner's id in the response to a background reload. The page compares the id with its own
 * `data-owner`.
 */
export const SESSION_OWNER_HEADER = "Ona-Owner";

/** The URL parameter that marks a periodic request. React Router's fetchers cannot send a header. */
const BACKGROUND_PARAM = "background";

export const askedInBackground = (path: string): string => `${path}?${BACKGROUND_PARAM}=1`;

/**
 * True for requests without a person's action: live streams, background reloads, periodic requests, prefetched pages.
 */
export function isBackground(request: Request): boolean {
  return (
    isOwnReload(request) || isPrefetch(request.headers) || new URL(request.url).pathname.startsWith("/live/")
  );
}

/** True for background reloads and periodic requests of an open page. The page follows their redirects. */
export const isOwnReload = (request: Request): boolean =>
  !isPrefetch(request.headers) &&
  (request.headers.has(BACKGROUND_HEADER) || new URL(request.url).searchParams.has(BACKGROUND_PARAM));

const isPrefetch = (headers: Headers): boolean =>
  /prefetch|prerender/.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
