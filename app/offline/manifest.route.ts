/** The data with which a browser installs the product as an app. */
import type { Route } from "./+types/manifest.route";
import { appLooks } from "./app-looks.ts";
import { servicesContext } from "../platform/context.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { name, shortName, colour } = await context.get(servicesContext).company();
  return Response.json(
    {
      id: "/",
      name,
      short_name: shortName,
      description: "Book and track parcels in all 36 states.",
      lang: "en-NG",
      start_url: "/",
      scope: "/",
      ...appLooks(colour),
      shortcuts: [
        { name: "Book a Delivery", url: "/book" },
        { name: "Track Package", url: "/track" },
      ],
    },
    { headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" } },
  );
}
