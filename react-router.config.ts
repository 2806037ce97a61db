import type { Config } from "@react-router/dev/config";
import { makeServiceWorker } from "./scripts/service-worker-build.ts";

export default {
  ssr: true,
  // If the modules were split, the code that sends a form would be loaded only when the form is sent. Without a network
  // that fails.
  splitRouteModules: false,
  serverBuildFile: "index.js",
  buildEnd: makeServiceWorker,
} satisfies Config;
