import type { Route } from "./+types/picture.route";
import { servicesContext } from "../context.ts";
import type { Services } from "../services.server.ts";
import { sharePicture } from "./share-picture.server.ts";
import { UUID_PATTERN } from "../http/uuid.ts";
import { smallKey } from "./picture-url.ts";

const KEY = new RegExp(`^(?<id>${UUID_PATTERN})(?:(?<size>-480|-320)?\\.webp|(?<preview>-share\\.jpg))$`);

/** Serves a stored picture or its chat preview. A key always names the same bytes, so browsers cache them for ever. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const asked = KEY.exec(params.key)?.groups;
  const bytes = asked ? await read(context.get(servicesContext), params.key, asked) : null;
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
  };
  if (bytes === "busy")
    return new Response("Too many pictures are being made. Try again in 5 seconds.", {
      status: 503,
      headers: { ...headers, "Retry-After": "5", "Content-Type": "text/plain; charset=utf-8" },
    });
  if (!bytes)
    return new Response("This picture was removed or the link is wrong.", {
      status: 404,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      "Content-Type": asked?.["preview"] ? "image/jpeg" : "image/webp",
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}

/** Reads a picture. If a picture is older than the size of 320 px, its size of 480 px is served instead. */
async function read(services: Services, name: string, { id, size, preview }: Record<string, string>) {
  const key = `${id}.webp`;
  if (preview) return await sharePicture(services, key);
  const stored = await services.files.get(name);
  return stored || size !== "-320" ? stored : await services.files.get(smallKey(key));
}
