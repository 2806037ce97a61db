import type { Config } from "@react-router/dev/config";
import { makeServiceWorker } from "./scripts/service-worker-build.ts";

export default {
  ssr: true,
  // A form that is sent without a network needs its code loaded before.
  splitRouteModules: false,
  serverBuildFile: "index.js",
  buildEnd: makeServiceWorker,
} satisfies Config;
