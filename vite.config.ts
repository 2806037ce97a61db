import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server's build is server/app.ts with the routes inside it, so that everything shares one copy of each module.
  environments: {
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
    // What every page needs comes in one file: many small ones compress worse and wait for each other.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "base",
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|app\/(root|shells\/public|shells\/public-frame|shells\/error-page|ui\/(toast|button|lane|page-focus))\.tsx?/,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
