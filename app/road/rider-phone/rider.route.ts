/** PHONE-1: the rider's page, the same document for everybody. Its content needs a device and a shift. */
import built from "virtual:rider-phone";
import type { Route } from "./+types/rider.route";
import { demoDoorOf } from "../../access/demo.server.ts";
import { nonceContext, servicesContext } from "../../platform/context.ts";
import { riderPage } from "./rider-page.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, colour } = await context.get(servicesContext).company();
  const isDemo = (await demoDoorOf(request, context)) === "rider";
  return new Response(riderPage({ name, colour, isDemo, ...built }, context.get(nonceContext)), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      // Geolocation is allowed because a delivery records the position if the rider agreed (PROOF-3).
      "Permissions-Policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
    },
  });
}
