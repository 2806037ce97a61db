/** PHONE-10: what a phone needs to know to install the rider's page as an app of its own. */
import type { Route } from "./+types/rider-manifest.route";
import { servicesContext } from "../../platform/context.ts";
import { riderManifest } from "./rider-page.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { shortName, colour } = await context.get(servicesContext).company();
  return Response.json(riderManifest(shortName, colour), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
