/**
 * Builds the rider's page (app/road/rider-phone/) and the page's service worker. The page is a small program of its own
 * beside the pages of React Router. The server imports the names of the built files from `virtual:rider-phone`. With
 * `npm run dev` the sources are served as they are.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";

const ID = "virtual:rider-phone";
const FOLDER = "app/road/rider-phone";
const CLIENT = "build/client";
/**
 * The files that are needed only if the phone's browser cannot read QR codes and barcodes by itself. They are loaded
 * after the page, and are not required for use offline.
 */
const LATER = /decode-worker|\.wasm$/;

/** The facts about the page that the server needs. `version` is also part of the name of the service worker's cache. */
type Built = { script: string; isModule: boolean; version: string; css: string };

export function riderPhone(): Plugin {
  let isBuild = false;
  return {
    name: "rider-phone",
    configResolved: ({ command }) => void (isBuild = command === "build"),
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const css = withoutComments(readFileSync(`${FOLDER}/rider-phone.css`, "utf8"));
      const built = isBuild
        ? await buildPage(css)
        : { script: `/${FOLDER}/start.client.tsx`, isModule: true, version: "dev", css };
      return `export default ${JSON.stringify(built)}`;
    },
  };
}

/** Removes the comments of the style. The style is in each document, so comments would make each document larger. */
const withoutComments = (css: string): string =>
  css
    .split("/*")
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf("*/") + 2)))
    .join("");

const shared = (input: string): InlineConfig => ({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  worker: { format: "es" },
  build: {
    write: false,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input },
  },
});

/**
 * Replaces Vite's helper for dynamic imports by a plain call. Vite's helper works only in a module, and also preloads
 * files, which the rider's page does not need.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null,
};

/**
 * Makes the page's script a plain script instead of a module. If a service worker caches a plain script, Chromium
 * caches the compiled code too, and need not parse the script when the page opens.
 */
function plainScript({ code, fileName }: Rolldown.OutputChunk): string {
  if (/\bimport\.meta\b|(^|[;}])(import|export)\b ?[{*"\w]/.test(code))
    throw new Error(`${fileName} is a module`);
  return `(()=>{"use strict";${code}})();\n`;
}

/** The files that a build with this configuration makes. */
async function filesOf(config: InlineConfig): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const built = await build(config);
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !("output" in output)) throw new Error("the rider's page was not built");
  return output.output;
}

async function buildPage(css: string): Promise<Built> {
  const config = { ...shared(`${FOLDER}/start.client.tsx`), plugins: [plainImports] };
  config.build!.rolldownOptions!.output = {
    entryFileNames: "assets/rider-[hash].js",
    chunkFileNames: "assets/rider-[name]-[hash].js",
  };
  const files = await filesOf(config);
  const contentOf = (file: (typeof files)[number]) => {
    if (file.type !== "chunk") return file.source;
    return file.isEntry ? plainScript(file) : file.code;
  };
  for (const file of files) writeFileSync(`${CLIENT}/${file.fileName}`, contentOf(file));
  const entry = files.find((file) => file.type === "chunk" && file.isEntry);
  if (!entry) throw new Error("the rider's page has no script");

  const workerConfig = shared(`${FOLDER}/rider-worker.client.ts`);
  workerConfig.build!.rolldownOptions!.output = { format: "iife" };
  const [worker] = await filesOf(workerConfig);
  if (worker?.type !== "chunk") throw new Error("the rider's service worker was not built");

  const hash = createHash("sha256").update(worker.code).update(css);
  // The server renders the page around the script, so its sources are part of the version.
  for (const file of ["rider-page.ts", "rider.route.ts"]) hash.update(readFileSync(`${FOLDER}/${file}`));
  for (const file of files) hash.update(file.fileName).update(contentOf(file));
  const version = hash.digest("hex").slice(0, 16);
  const paths = files.map(({ fileName }) => `/${fileName}`);
  const facts = {
    version,
    files: paths.filter((path) => !LATER.test(path)),
    later: paths.filter((path) => LATER.test(path)),
  };
  writeFileSync(`${CLIENT}/rider-worker.js`, `const BUILD=${JSON.stringify(facts)};\n${worker.code}`);
  return { script: `/${entry.fileName}`, isModule: false, version, css };
}
