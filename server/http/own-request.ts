import { plainQuery } from "../../app/text/plain-input.ts";

/** A copy of the request with its URL on APP_ORIGIN, so that the visitor's Host header has no effect (LINK-9). Its query is plain text. */
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
  // sameOrigin has checked the Origin, so the routes get APP_ORIGIN in its place.
  if (own.headers.has("origin")) own.headers.set("origin", origin);
  return own;
}
