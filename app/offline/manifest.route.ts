/** What a browser needs to know to install the product as an app. */
import { COMPANY } from "../domain/company.ts";

export function loader() {
  return Response.json(
    {
      id: "/",
      name: COMPANY.name,
      short_name: "Ona",
      description: "Book and track parcels in all 36 states.",
      lang: "en-NG",
      start_url: "/",
      scope: "/",
      display: "standalone",
      background_color: "#FFC21A",
      theme_color: "#FFC21A",
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
