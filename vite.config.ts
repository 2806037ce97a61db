import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server's build is server/app.ts with the routes inside it, so that everything shares one copy of each module.
  environments: { ssr: { build: { rollupOptions: { input: "./server/app.ts" } } } },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
