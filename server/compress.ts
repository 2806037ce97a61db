/**
 * Zstandard, Brotli or gzip for what is made per request. Each body is a whole one, so it is compressed in one go, here:
 * a thread and a stream cost more than the compression, and so does a window that is larger than any page (docs/decisions/0003).
 */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { wholeBody } from "../app/platform/http/whole-body.server.ts";

const SMALL = 1024;
/** A list in JSON may be of any length; what is longer is compressed as well as what is this long. */
const WINDOW_BITS = 17;
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/;

/** From the one that is liked best. */
const ENCODERS: [name: string, pack: (body: Buffer) => Buffer<ArrayBuffer>][] = [
  ["br", (body) => brotliCompressSync(body, { params: brotliParams(body.length) })],
  ["zstd", (body) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })],
  ["gzip", (body) => gzipSync(body, { level: 6 })],
];

const brotliParams = (length: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
});

/** The encodings that a header names and does not refuse. */
function accepted(header: string | undefined): Set<string> {
  const names = new Set<string>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) names.add(name);
  }
  return names;
}

export const compress: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const { headers, status } = res;
  const type = headers.get("Content-Type") ?? "";
  if (!res.body || headers.has("Content-Encoding") || !COMPRESSIBLE.test(type) || c.req.method === "HEAD")
    return;
  // A list that is streamed out (an export) stays a stream.
  if (headers.has("Content-Disposition")) return;
  headers.append("Vary", "Accept-Encoding");
  const names = accepted(c.req.header("Accept-Encoding"));
  const [name, pack] = ENCODERS.find(([encoding]) => names.has(encoding)) ?? [];
  if (!name || !pack) return;
  const body = await wholeBody(res);
  const packed = body.length < SMALL ? null : pack(body);
  if (packed) headers.set("Content-Encoding", name);
  headers.set("Content-Length", String((packed ?? body).length));
  // Hono would copy the headers of the one before into the new one.
  c.res = undefined;
  c.res = new Response(new Uint8Array(packed ?? body), { status, headers });
};
