import type { Route } from "./+types/picture.route";
import { servicesContext } from "../context.ts";

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(-480)?\.webp$/;

/** A stored picture. A key is never used again for other bytes, so a browser may keep it for good. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const bytes = KEY.test(params.key) ? await context.get(servicesContext).files.get(params.key) : null;
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
  };
  if (!bytes)
    return new Response("There is no such picture.", {
      status: 404,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      "Content-Type": "image/webp",
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
