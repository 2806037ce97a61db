/** PHONE-1: the rider's page. Whoever opens it gets the same; what it shows, a device and a shift open (protocol.ts). */
import built from "virtual:rider-phone";
import type { Route } from "./+types/rider.route";
import { nonceContext, servicesContext } from "../../platform/context.ts";
import { riderPage } from "./rider-page.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { name, colour } = await context.get(servicesContext).company();
  return new Response(riderPage({ name, colour, ...built }, context.get(nonceContext)), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      // Where a rider agreed to it, a delivery says where it was (PROOF).
      "Permissions-Policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
    },
  });
}
