import type { Route } from "./+types/picture.route";
import { servicesContext } from "../context.ts";
import type { Services } from "../services.server.ts";
import { sharePicture } from "./share-picture.server.ts";
import { UUID_PATTERN } from "../http/uuid.ts";

const KEY = new RegExp(`^(${UUID_PATTERN})(?:(?:-480)?\\.webp|(-share\\.jpg))$`);

/** Serves a stored picture or its chat preview. A key always names the same bytes, so browsers cache them for ever. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const [name, id, preview] = KEY.exec(params.key) ?? [];
  const bytes = name ? await read(context.get(servicesContext), name, preview ? `${id}.webp` : null) : null;
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
      "Content-Type": preview ? "image/jpeg" : "image/webp",
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}

function read(services: Services, name: string, previewOf: string | null) {
  return previewOf ? sharePicture(services, previewOf) : services.files.get(name);
}
