import { plainQuery } from "../../app/text/plain-input.ts";

/**
 * LINK-9: copies the request with APP_ORIGIN, so that the visitor's Host has no effect. The query is cleaned
 * (plainQuery).
 */
export function ownRequest(request: Request, origin: string, body: Uint8Array<ArrayBuffer> | null): Request {
  const { pathname, search } = new URL(request.url);
  const { method, headers, signal } = request;
  const own = new Request(origin + pathname.replace(/^\/+/, "/") + plainQuery(search), {
    method,
    headers,
    signal,
    body,
  });
  own.headers.set("host", new URL(origin).host);
  own.headers.delete("x-forwarded-host");
  // The Origin was checked already (same-origin.ts), so the routes get APP_ORIGIN as the Origin.
  if (own.headers.has("origin")) own.headers.set("origin", origin);
  return own;
}
