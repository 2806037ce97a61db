/**
 * WEB-13: serves the files of the client build. A file under /assets has the hash of its content in its name and is
 * cached forever. Other files are cached for an hour and then checked by their ETag. Service workers are checked each
 * time.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { isFresh } from "../cache/fresh.ts";
import { respondPlainly, plainPage } from "./plain-page.ts";

type StaticFile = { etag: string; cacheControl: string };

/**
 * SCAN-2: the script of the worker that reads codes from pictures. A worker has its own Content-Security-Policy, so
 * this worker may compile WebAssembly although pages may not.
 */
const DECODER = /^\/assets\/decode-worker-/;
const DECODER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** The service worker of all pages, and the service worker of the rider's page. */
const WORKERS = ["/sw.js", "/rider-worker.js"];

/**
 * The short Content-Security-Policy of scripts, styles and fonts. Browsers ignore the policy of files that are not
 * documents.
 */
const NO_DOCUMENT = "default-src 'none'; frame-ancestors 'none'";

export function staticFiles(root: string): MiddlewareHandler {
  // The files are listed once, at the start. Reading the folder for each request would cost more than most responses.
  const files = readFiles(root);
  const serve = serveStatic({ root, precompressed: true });
  return async (c, next) => {
    const file = files.get(c.req.path);
    if (!file) return next();
    if (c.req.method !== "GET" && c.req.method !== "HEAD")
      return respondPlainly(c, plainPage.wrongMethod, 405, { Allow: "GET, HEAD" });
    const headers: Record<string, string> = { "Cache-Control": file.cacheControl, ETag: file.etag };
    if (c.req.path.startsWith("/assets/"))
      headers["Content-Security-Policy"] = DECODER.test(c.req.path) ? DECODER_POLICY : NO_DOCUMENT;
    if (isFresh(c.req.header("If-None-Match"), file.etag))
      return c.body(null, 304, { ...headers, Vary: "Accept-Encoding" });
    // Ranges are ignored: no file needs them, and serveStatic would respond with 206 even to an invalid range.
    if (c.req.header("Range")) c.req.raw.headers.delete("Range");
    const response = await serve(c, next);
    // When serveStatic calls onFound, it is too late for headers, so they are set on the finished response.
    if (!response) return;
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    // The ETag depends only on the content. Last-Modified is removed, because two servers may have the same file with
    // different dates.
    response.headers.delete("Last-Modified");
    return response;
  };
}

function readFiles(root: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    // A compressed copy has no entry, because it is served under the name of the original.
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file).replaceAll(sep, "/")}`;
    const hash = createHash("sha256").update(readFileSync(file)).digest("base64url").slice(0, 22);
    // The ETag is weak, because one file has several encodings.
    files.set(path, { etag: `W/"${hash}"`, cacheControl: cacheControl(path) });
  }
  return files;
}

function cacheControl(path: string): string {
  if (path.startsWith("/assets/")) return "public, max-age=31536000, immutable";
  return WORKERS.includes(path) ? "no-cache" : "public, max-age=3600";
}
