/**
 * site.css, which every first page contains, has the classes of all files except those that it leaves out (`@source
 * not`). The test checks that no public page uses a file that is left out, because its classes would be missing.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import routes from "../app/routes.ts";

type Entry = { file: string; children?: Entry[] };
const OFFICE = [
  "shells/admin.tsx",
  "shells/store.tsx",
  "people/staff/admin-login.route.tsx",
  "people/two-step/second-step.route.tsx",
  "road/devices/enrol.route.tsx",
  "parcels/bulk/bulk.route.tsx",
  "parcels/bulk/bulk-batch.route.tsx",
  "parcels/bulk/bulk-labels.route.tsx",
  "ui/dev-ui.route.tsx",
];

const WITHOUT_CLASSES = /\.test\.tsx$|^app\/entry\./;

/** The files of all routes except those that link the style of the office. */
const publicRoutes = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ file }) => !OFFICE.includes(file))
    .flatMap(({ file, children = [] }) => [`app/${file}`, ...publicRoutes(children)]);

/** The paths of a file and of all its imports. The search stops at a file that links the style of the office. */
function reach(file: string, seen = new Set<string>(), inBrowser = false): Set<string> {
  if (inBrowser && file.includes(".server.")) return seen;
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return seen;
  seen.add(file);
  if (OFFICE.includes(file.slice("app/".length))) return seen;
  for (const [, path] of readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"?]+)/g))
    reach(posix.join(posix.dirname(file), path!), seen, inBrowser);
  return seen;
}

test("the style of the site leaves out what no public page uses, and nothing else", () => {
  const style = readFileSync("app/ui/site.css", "utf8");
  const left = [...style.matchAll(/@source not "\.\.\/([^"]+)"/g)].flatMap(([, pattern]) => {
    const paths = globSync(`app/${pattern}`);
    expect(paths, pattern).not.toEqual([]);
    return paths.flatMap((path) => (/\.\w+$/.test(path) ? [path] : globSync(`${path}/**/*.tsx`)));
  });
  const used = ["app/root.tsx", ...publicRoutes(routes)].flatMap((file) => [...reach(file)]);
  // Only .tsx files count, because files without markup have no classes.
  expect(left.filter((path) => path.endsWith(".tsx") && used.includes(path))).toEqual([]);
  const all = globSync("app/**/*.tsx").filter((path) => !WITHOUT_CLASSES.test(path));
  expect(all.filter((path) => !used.includes(path) && !left.includes(path))).toEqual([]);
});

test("each part of the office links its style", () => {
  for (const file of OFFICE) expect(readFileSync(`app/${file}`, "utf8"), file).toContain("officeStyle");
});

const PUBLIC_FRAME = ["root.tsx", "shells/public.tsx"];
test.each([
  [
    "[RECEIVER-1] the receiver's page",
    "receiver.css",
    ["parcels/receiver-page/receiver.route.tsx", "ui/toast.tsx"],
  ],
  [
    "the pages that a task begins with, and the error pages",
    "task.css",
    [
      ...PUBLIC_FRAME,
      "company/marketing/not-found.route.tsx",
      "money/prices/quote.route.tsx",
      "parcels/bookings/book.route.tsx",
      "parcels/tracking/track.route.tsx",
    ],
  ],
])("%s: the style has the classes of all that is shown, and no other file's", (_, file, pages) => {
  const style = readFileSync(`app/ui/${file}`, "utf8");
  const globs = (which: RegExp) => [...style.matchAll(which)].flatMap(([, glob]) => globSync(`app/${glob}`));
  const left = globs(/@source not "\.\.\/([^"]+)"/g);
  const has = globs(/@source "\.\.\/([^"]+)"/g).filter((path) => !left.includes(path));
  const used = pages
    .flatMap((page) => [...reach(`app/${page}`, new Set(), true)])
    .filter((path) => path.endsWith(".tsx"));
  expect(used.filter((path) => !has.includes(path))).toEqual([]);
  expect(has.filter((path) => !used.includes(path))).toEqual([]);
});

test("each page that begins with a smaller style is one of those that were checked", () => {
  const small = globSync("app/**/*.route.tsx").filter((path) =>
    /^export const handle = .*style: "task"/m.test(readFileSync(path, "utf8")),
  );
  expect(small.length).toBe(4);
});
