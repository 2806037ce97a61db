/** Sends a response that was made in one piece (whole-body.server.ts). */
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { bytesOf } from "../../app/platform/http/whole-body.server.ts";

/** Must be the first middleware, so that it sends the response with the headers of all other middleware. */
export const sendWhole: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const bytes = bytesOf(res);
  if (!bytes) return;
  const { status, headers } = res;
  headers.set("Content-Length", String(bytes.length));
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
  c.res = undefined;
  if (outgoing) {
    outgoing.writeHead(status, headerList(headers)).end(bytes);
    c.res = alreadySent(status);
  } else c.res = new Response(new Uint8Array(bytes), { status, headers });
};

/** Returns headers as alternating names and values. */
export function headerList(headers: Headers, without?: RegExp): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) if (!without?.test(name)) list.push(name, value);
  return list;
}

/** Tells Hono that the response was already written to the socket. Middleware in front sees only the status. */
export const alreadySent = (status: number) =>
  new Response(null, { status, headers: { "x-hono-already-sent": "true" } });
