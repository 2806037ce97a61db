import { plainQuery } from "../../app/text/plain-input.ts";

/** LINK-9: the copy has APP_ORIGIN, so the visitor's Host has no effect. Its query is plain text. */
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
  // sameOrigin has checked the Origin, so the routes may get APP_ORIGIN instead.
  if (own.headers.has("origin")) own.headers.set("origin", origin);
  return own;
}
