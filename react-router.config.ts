import type { Config } from "@react-router/dev/config";
import { makeServiceWorker } from "./scripts/service-worker-build.ts";

export default {
  ssr: true,
  // With split modules, the code that sends a form would only be loaded when the form is sent. Without a network it
  // could not be loaded, so the form could not be saved for later.
  splitRouteModules: false,
  serverBuildFile: "index.js",
  buildEnd: makeServiceWorker,
} satisfies Config;
