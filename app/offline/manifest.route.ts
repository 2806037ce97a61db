/** Responds with the data that a browser needs to install the product as an app. */
import type { Route } from "./+types/manifest.route";
import { appLooks } from "./app-looks.ts";
import { servedText } from "../domain/served-states.ts";
import { servicesContext } from "../platform/context.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const company = await context.get(servicesContext).company();
  const { name, shortName, colour } = company;
  return Response.json(
    {
      id: "/",
      name,
      short_name: shortName,
      description: `Book and track parcels in ${servedText(company)}.`,
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
