import type { Config } from "@react-router/dev/config";
import { makeServiceWorker } from "./scripts/service-worker-build.ts";

export default {
  ssr: true,
  // A form that is sent without a network must find its own code already there.
  splitRouteModules: false,
  serverBuildFile: "index.js",
  buildEnd: makeServiceWorker,
} satisfies Config;
