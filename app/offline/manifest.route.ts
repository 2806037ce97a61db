/** The data with which a browser installs the product as an app. */
import type { Route } from "./+types/manifest.route";
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
      display: "standalone",
      background_color: colour,
      theme_color: colour,
      icons: [192, 512].flatMap((size) =>
        ["any", "maskable"].map((purpose) => ({
          src: `/icon-${size}.png`,
          sizes: `${size}x${size}`,
          type: "image/png",
          purpose,
        })),
      ),
      shortcuts: [
        { name: "Book a Delivery", url: "/book" },
        { name: "Track Package", url: "/track" },
      ],
    },
    { headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" } },
  );
}
