/**
 * The inputs of the build, and the check that the existing build was made from the current sources. Runs on any Node.js
 * from 18 on.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const at = (path) => join(root, path);
export const sha256 = (data) => createHash("sha256").update(data).digest("hex");

const SOURCES =
  "app server public migrations docs/manual docs/pictures vite.config.ts react-router.config.ts tsconfig.json package.json package-lock.json scripts/precompress.mjs scripts/service-worker-build.ts scripts/rider-phone-build.ts scripts/first-visit-chunk.ts scripts/browser-packages.ts".split(
    " ",
  );

/** The tests, which are not part of the build. site.css and office.css exclude them in the same way. */
const TEST = /\.test\.tsx?$/;

export const STAMP = at("build/.stamp");

const sourceFiles = () =>
  SOURCES.flatMap(walk)
    .filter((path) => !TEST.test(path))
    .sort((a, b) => (a < b ? -1 : 1));

function walk(path) {
  const found = statSync(at(path), { throwIfNoEntry: false });
  if (!found) return [];
  return found.isDirectory() ? readdirSync(at(path)).flatMap((name) => walk(`${path}/${name}`)) : [path];
}

const datesOf = (files) =>
  sha256(
    files
      .map((path) => {
        const { size, mtimeMs } = statSync(at(path));
        return `${path} ${size} ${mtimeMs}`;
      })
      .join("\n"),
  );
const contentsOf = (files) =>
  sha256(files.map((path) => `${path} ${sha256(readFileSync(at(path)))}`).join("\n"));

/**
 * Describes the current sources; `fresh` is true if the existing build was made from them. If no file has a new date,
 * the contents are not read, which saves time. Files with new dates may still have the same contents, for example after
 * a checkout, so their contents are then compared.
 */
export function stateOfBuild() {
  const files = sourceFiles();
  const dates = datesOf(files);
  const last =
    existsSync(STAMP) && existsSync(at("build/server/index.js"))
      ? JSON.parse(readFileSync(STAMP, "utf8"))
      : {};
  if (last.dates === dates) return { fresh: true, stamp: last, last };
  const stamp = { dates, contents: contentsOf(files) };
  return { fresh: last.contents === stamp.contents, stamp, last };
}
