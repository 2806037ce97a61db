/** Compresses responses that are made for each request (encodings.ts). */
import type { MiddlewareHandler } from "hono";
import { wholeBody } from "../../app/platform/http/whole-body.server.ts";
import { chooseEncoding } from "./encodings.ts";

const SMALL = 1024;
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/;

export const compress: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const { headers, status } = res;
  const type = headers.get("Content-Type") ?? "";
  if (!res.body || headers.has("Content-Encoding") || !COMPRESSIBLE.test(type) || c.req.method === "HEAD")
    return;
  // A download, such as an export, may have any length, so it is sent without compression and not read into memory.
  if (headers.has("Content-Disposition")) return;
  headers.append("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(c.req.header("Accept-Encoding"), "fastest");
  if (encoding.name === null) return;
  const body = await wholeBody(res);
  const packed = body.length < SMALL ? null : encoding.compress(body);
  if (packed) headers.set("Content-Encoding", encoding.name);
  headers.set("Content-Length", String((packed ?? body).length));
  // Without this line Hono would copy the old response's headers into the new response.
  c.res = undefined;
  c.res = new Response(new Uint8Array(packed ?? body), { status, headers });
};
