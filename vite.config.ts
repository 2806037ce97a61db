import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** What at least two of the public pages are made of. */
const PUBLIC_PARTS: Record<string, string> = {
  "": "root entry.client",
  "shells/": "public public-frame error-page house-style",
  "ui/":
    "toast button lane-divider page-focus page-head field form states status-badge perforated-card pager search-box tabs copy-button pictures country-map hydrated logo",
  "domain/": "money dates weight states company booking store-categories",
  "platform/live/": "use-live",
  "platform/http/": "page-meta",
  "platform/files/": "picture-url",
  "storefront/": "store-card store-picture",
  "bookings/": "booking-status-badge",
  "offline/": "start sender outbox-form browser-store cached-parcels outbox use-cached cached-lists",
};
const publicFiles = new Set(
  Object.entries(PUBLIC_PARTS).flatMap(([folder, names]) =>
    names.split(" ").map((name) => fileOf(folder + name)),
  ),
);

/** A module that was moved would silently fall out of the common file. */
function fileOf(module: string): string {
  const files = [`app/${module}.ts`, `app/${module}.tsx`].map((path) => resolve(path));
  const found = files.find((path) => existsSync(path));
  if (!found) throw new Error(`PUBLIC_PARTS names app/${module}, which is not there`);
  return found;
}

/** What the browser's code imports of packages; React's own are named by its plugin. Found later, each reloads the page. */
const BROWSER_PACKAGES = [
  "lucide-react",
  "radix-ui",
  "zod",
  "libphonenumber-js/core",
  "libphonenumber-js/metadata.max.json",
];

export default defineConfig({
  cacheDir: ".cache/vite",
  optimizeDeps: { include: BROWSER_PACKAGES },
  plugins: [tailwindcss(), reactRouter()],
  // The server's build is server/app.ts with the routes inside it, so that everything shares one copy of each module.
  environments: {
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
    // What every page needs comes in two files, the one that changes with us and the one that does not: many small ones
    // compress worse, cost a slow processor a request each before the first paint, and wait for each other.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router)\//,
                },
                { name: "base", test: (id: string) => publicFiles.has(id.split("?")[0] ?? id) },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
