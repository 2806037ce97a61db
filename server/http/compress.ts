/** Compresses responses that are made for each request (encodings.ts). */
import type { MiddlewareHandler } from "hono";
import { bytesOf, wholeBody, wholeResponse } from "../../app/platform/http/whole-body.server.ts";
import { chooseEncoding } from "./encodings.ts";

const SMALL = 1024;
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/;

export const compress: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const { headers, status } = res;
  const type = headers.get("Content-Type") ?? "";
  const hasBody = res.body !== null || bytesOf(res);
  if (!hasBody || headers.has("Content-Encoding") || !COMPRESSIBLE.test(type) || c.req.method === "HEAD")
    return;
  // A download, such as an export, may have any length, so it is sent without compression and not read into memory.
  if (headers.has("Content-Disposition")) return;
  headers.append("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(c.req.header("Accept-Encoding"), "fastest");
  const body = encoding.name === null ? null : await wholeBody(res);
  if (!body) return;
  const isSmall = body.length < SMALL;
  if (!isSmall && encoding.name !== null) headers.set("Content-Encoding", encoding.name);
  // Without this line Hono would copy the old response's headers into the new response.
  c.res = undefined;
  c.res = wholeResponse(isSmall ? body : encoding.compress(body), { status, headers });
};
