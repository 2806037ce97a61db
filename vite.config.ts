import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { BROWSER_PACKAGES } from "./scripts/browser-packages.ts";
import packageJson from "./package.json" with { type: "json" };
import { riderPhone } from "./scripts/rider-phone-build.ts";
import { firstVisitGroups } from "./scripts/first-visit-chunk.ts";

export default defineConfig(({ command }) => ({
  cacheDir: ".cache/vite",
  // Vite must not discover packages by itself. React Router collects the style of a page and thereby also requests
  // packages that only the server uses. Vite would reload the page for each package that it discovers late.
  optimizeDeps: { include: BROWSER_PACKAGES, noDiscovery: true },
  plugins: [tailwindcss(), reactRouter(), riderPhone()],
  // The server's build is server/app.ts with the routes inside it, so that everything shares one copy of each module.
  environments: {
    ssr: {
      build: { rollupOptions: { input: "./server/app.ts" } },
      // Only dependencies of package.json are installed when the product runs: all other code becomes part of the
      // build.
      resolve:
        command === "build" ? { noExternal: true, external: Object.keys(packageJson.dependencies) } : {},
    },
    // The code that every page needs is in two files: our code, which changes, and the libraries, which do not. Code
    // that several pages share is in a few more files. Many small files would compress worse and wait for each other.
    // On a slow processor, each of their requests would delay the first paint.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  priority: 100,
                  test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router)\//,
                },
                ...firstVisitGroups(),
              ],
            },
          },
        },
      },
    },
  },
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0 },
}));
