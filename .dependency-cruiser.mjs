/**
 * A folder may import only folders that stand after it in this order: routes and shells → areas → history →
 * access, notifications, offline, places → platform → domain and ui. `npm test -- arrows` checks this rule with
 * real module resolution. Types count as imports.
 */
/** The areas, lowest first. An area may import the areas before it. Each area consists of features. */
const AREAS = ["people", "money", "parcels", "stores", "road", "care", "company", "developers"];
const FEATURES = `^app/(${AREAS.join("|")})/`;
const ROUTES = "\\.route\\.tsx?$";
const SERVER_ONLY = "\\.server\\.tsx?$";

/**
 * Modules named `x.ts`, without a suffix such as `.server`, run on the server and in the browser. Hooks are named
 * `use-….ts`.
 */
const PLAIN = {
  path: "^app/.+/(?!.*(\\.server|\\.route|\\.test|use-[\\w-]+)\\.ts$).*\\.ts$",
  pathNot: "^app/(platform|ui|shells)/",
};

/** Makes the rule that `folder` may import none of our folders except itself and `others`. */
const importsOnly = (name, folder, ...others) => ({
  name,
  severity: "error",
  from: { path: `^app/${folder}/` },
  to: { path: "^(app|server)/", pathNot: `^app/(${[folder, ...others].join("|")})/` },
});

/**
 * Makes the rule that the files in `doors` are the only files of the folder `room` that code outside `room` may import.
 * Routes need no door: app/routes.ts names their paths, and no code imports them.
 */
const hasDoors = (name, room, ...doors) => ({
  name,
  severity: "error",
  from: { path: "^(app|server)/", pathNot: `^app/${room}/` },
  to: { path: `^app/${room}/`, pathNot: `^app/${room}/(${doors.join("|")})\\.tsx?$` },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    importsOnly("text-is-pure", "text"),
    // domain/ may import only text/, which turns typed or pasted text into plain text.
    importsOnly("domain-is-pure", "domain", "text"),
    importsOnly("ui-knows-no-business", "ui", "text"),
    importsOnly("platform-knows-no-feature", "platform", "domain", "ui", "text"),
    importsOnly("notifications-know-no-feature", "notifications", "platform", "domain", "ui", "text"),
    // All areas add events to bookings through history/.
    importsOnly(
      "history-knows-no-feature",
      "history",
      "access",
      "notifications",
      "platform",
      "domain",
      "ui",
      "text",
    ),
    // Every feature imports access/ for actors and permissions, so access/ imports no feature.
    importsOnly("access-knows-no-feature", "access", "platform", "domain", "ui", "text"),
    importsOnly("offline-knows-no-feature", "offline", "platform", "domain", "ui", "text"),
    ...AREAS.slice(0, -1).map((area, place) => ({
      name: "areas-import-down",
      severity: "error",
      from: { path: `^app/${area}/` },
      to: { path: `^app/(${AREAS.slice(place + 1).join("|")})/` },
    })),
    {
      name: "features-import-down",
      comment: "A feature's screens are reached by their URL, its frame is chosen in routes.ts.",
      severity: "error",
      from: { path: FEATURES, pathNot: ROUTES },
      to: { path: "^(server|app/shells)/|^app/[^/]+\\.tsx?$" },
    },
    {
      name: "app-imports-no-server-folder",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^server/" },
    },
    // The layers of the rider's page, lowest first: state, log, send, screens.
    ...["state", "log", "send"].map((layer, place, layers) => ({
      name: `rider-phone-${layer}-imports-down`,
      severity: "error",
      from: { path: `^app/road/rider-phone/${layer}/` },
      to: { path: `^app/road/rider-phone/(?!(${layers.slice(0, place + 1).join("|")})/)` },
    })),
    {
      name: "nobody-imports-the-riders-page",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "^app/road/rider-phone/" },
      to: { path: "^app/road/rider-phone/", pathNot: ROUTES },
    },
    // The layers of runs, lowest first: a run (the files directly in runs/), the entries about a run (entries/), the
    // board and the page of runs (the folders in runs/).
    {
      name: "a-run-knows-no-room",
      severity: "error",
      from: { path: "^app/road/runs/[^/]+$" },
      to: { path: "^app/road/(runs/[^/]+|entries)/" },
    },
    {
      name: "entries-know-only-the-run",
      severity: "error",
      from: { path: "^app/road/entries/" },
      to: { path: "^app/road/runs/[^/]+/" },
    },
    hasDoors(
      "entries-have-doors",
      "road/entries",
      "enter-deeds\\.server",
      // The page of a run imports these files.
      "entry-buttons\\.server",
      "entered-meanwhile\\.server",
      "office-proof\\.server",
    ),
    hasDoors(
      "the-board-has-doors",
      "road/runs/board",
      "board-address",
      "board-hubs\\.server",
      "choose-destination\\.server",
      "hub-table\\.server",
      "read-board\\.server",
      "runs-tabs",
    ),
    hasDoors("a-runs-page-has-doors", "road/runs/page", "read-run\\.server", "run-page"),
    { name: "nobody-imports-a-route", severity: "error", from: {}, to: { path: ROUTES } },
    {
      name: "only-server-files-touch-the-database",
      severity: "error",
      from: { path: "^app/", pathNot: `${SERVER_ONLY}|^app/platform/db/|\\.test\\.tsx?$` },
      to: { path: "^node_modules/(pg|drizzle-orm)/|^app/platform/db/schema" },
    },
    {
      name: "plain-files-are-pure",
      comment: "A plain x.ts of a feature runs anywhere: no React, no database, no node: module.",
      severity: "error",
      from: PLAIN,
      to: {
        path: `${SERVER_ONLY}|^node_modules/(react|react-dom|pg|drizzle-orm)/`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "plain-files-use-no-node-module",
      severity: "error",
      from: PLAIN,
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^node:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Tests are not checked, nor modules that React Router and Vite generate.
    exclude: { path: "\\.test\\.tsx?$|\\+types/|^virtual:|\\?(inline|url|raw)$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
