/** COMPANY-4: serves the company's own icons and chat preview at the URLs of the default pictures. */
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { BRAND_PICTURES, brandPicture } from "../../app/platform/company/brand-pictures.server.tsx";
import type { Services } from "../../app/platform/services.server.ts";
import { isFresh } from "../cache/fresh.ts";

export function brandPictures(services: Services): MiddlewareHandler {
  return async (c, next) => {
    if (!BRAND_PICTURES.has(c.req.path) || (c.req.method !== "GET" && c.req.method !== "HEAD")) return next();
    const drawn = await brandPicture(services, c.req.path);
    if (!drawn) return next();
    const { type, bytes } = drawn;
    const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    const headers = { ETag: etag, "Cache-Control": "public, no-cache" };
    if (isFresh(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    const policy = "default-src 'none'; img-src data:; sandbox; frame-ancestors 'none'";
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      "Content-Type": type,
      "Content-Security-Policy": policy,
    });
  };
}
