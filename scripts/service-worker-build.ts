/** Writes build/client/sw.js after a build: one classic script that contains a version made from the built files. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const CLIENT = "build/client";
/** Pages whose scripts the service worker preloads. The pages themselves are not cached before a visit. */
const AHEAD = ["stores", "store"];

export async function makeServiceWorker(): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      rollupOptions: { input: "app/entry.worker.ts", output: { format: "iife" } },
    },
  });
  const output = Array.isArray(built) ? built[0] : built;
  const [script] = output && "output" in output ? output.output : [];
  if (script?.type !== "chunk") throw new Error("the service worker was not built");

  const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "sw.js" && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const manifest = files.find((path) => /\/manifest-\w+\.js$/.test(path));
  if (!manifest) throw new Error("the build has no manifest");
  const ahead = AHEAD.map((page) => {
    const script = files.find((path) => path.startsWith(`${CLIENT}/assets/${page}.route-`));
    if (!script) throw new Error(`the build has no script of ${page}.route.tsx`);
    return script.slice(CLIENT.length);
  });
  const hash = createHash("sha256").update(script.code);
  // The server's code is part of the version, because it renders the pages that the service worker caches.
  for (const path of [...files, "build/server/index.js"]) hash.update(path).update(readFileSync(path));
  const version = hash.digest("hex").slice(0, 16);
  const facts = JSON.stringify({ version, manifest: manifest.slice(CLIENT.length), ahead });
  writeFileSync(join(CLIENT, "sw.js"), `const BUILD=${facts};\n${script.code}`);
}
