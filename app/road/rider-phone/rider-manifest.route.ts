/** PHONE-10: sends the web app manifest with which a phone installs the rider's page as a separate app. */
import type { Route } from "./+types/rider-manifest.route";
import { servicesContext } from "../../platform/context.ts";
import { riderManifest } from "./rider-page.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { shortName, colour } = await context.get(servicesContext).company();
  return Response.json(riderManifest(shortName, colour), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
