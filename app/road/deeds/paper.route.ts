/** DEVICE-8: sends a picture of one of the rider's papers to the rider's own phone. */
import { data } from "react-router";
import type { Route } from "./+types/paper.route";
import { shiftContext } from "../../access/phone-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { readPaper } from "./read-paper.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { rider } = context.get(shiftContext);
  const bytes = await readPaper(context.get(servicesContext), rider.id, uuidParam(params.id));
  if (!bytes) throw data("This paper was removed.", { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "image/webp",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
    },
  });
}
