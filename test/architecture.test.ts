/** The rules of the house that a lint rule cannot say (CONTRIBUTING.md). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { SPEC_MESSAGES } from "./fixtures/spec-messages.ts";

const FRAME = new Set(["db", "lib", "ui", "jobs", "live", "mail", "files", "shells", "fonts"]);

type Source = { path: string; folder: string; text: string; imports: string[] };

const sources: Source[] = readdirSync("app", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    const imports = [...text.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"/gms)].map(
      (m) => m[1] ?? m[2]!,
    );
    return {
      path,
      folder: relative("app", path).split("/")[0]!,
      text,
      imports: imports.map((to) => (to.startsWith(".") ? join(dirname(path), to) : to)),
    };
  });
const code = sources.filter(({ path }) => !/\.test\.tsx?$/.test(path));
const capability = (path: string) => /^app\/([^/]+)\//.exec(path)?.[1];

test("a plain file of a capability is pure: no React, no database, no node:", () => {
  const impure = code
    .filter(
      ({ path, folder }) =>
        path.endsWith(".ts") &&
        !/\.(server|route)\.ts$/.test(path) &&
        !FRAME.has(folder) &&
        folder.includes(".") === false,
    )
    .filter(({ path }) => !/\/use-[\w-]+\.ts$/.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          (to) =>
            /^(react|react-dom|pg|drizzle-orm)\b|^node:|\.server\.tsx?$|^app\/db\//.test(to) &&
            !to.includes("react-router"),
        )
        .map((to) => `${path} → ${to}`),
    );
  // Types cost nothing at run time.
  expect(impure.filter((line) => !isTypeOnly(line))).toEqual([]);
});

function isTypeOnly(line: string): boolean {
  const [path, to] = line.split(" → ") as [string, string];
  const { text } = sources.find((source) => source.path === path)!;
  const name = to.split("/").at(-1)!.replaceAll(".", "\\.");
  return [...text.matchAll(new RegExp(`^import (type )?[^;]*${name}"`, "gm"))].every(
    (found) => found[1] !== undefined,
  );
}

test("only *.server files touch the database", () => {
  const wrong = code
    .filter(({ path }) => !/\.server\.tsx?$/.test(path) && !path.startsWith("app/db/"))
    .filter(({ path, imports }) =>
      imports.some(
        (to) =>
          /^(pg|drizzle-orm)\b|^app\/db\/schema/.test(to) ||
          // A route may ask whether the database is away.
          (to.startsWith("app/db/client") && !/\.route\.tsx?$/.test(path)),
      ),
    );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("ui/ and lib/ import no capability", () => {
  const wrong = code
    .filter(({ folder }) => folder === "ui" || folder === "lib")
    .flatMap(({ path, imports }) =>
      imports
        .filter((to) => to.startsWith("app/") && !FRAME.has(capability(to) ?? "db"))
        .map((to) => `${path} → ${to}`),
    );
  expect(wrong.filter((line) => !/services\.server|context/.test(line))).toEqual([]);
});

test("nobody imports a route, but for its types", () => {
  const wrong = code.flatMap(({ path, imports }) =>
    imports.filter((to) => /\.route\.tsx?$/.test(to)).map((to) => `${path} → ${to}`),
  );
  expect(wrong.filter((line) => !isTypeOnly(line))).toEqual([]);
});

test("no barrels and no drawers for everything", () => {
  const names = sources
    .map(({ path }) => path)
    .filter((path) => /\/index\.tsx?$|\/(utils?|helpers?|common|misc)(\.|\/)/.test(path));
  expect(names).toEqual([]);
});

test("capabilities form no circle", () => {
  const needs = new Map<string, Set<string>>();
  for (const { path, folder, imports } of code) {
    // Routes and mails compose; the mail worker and the shells know everybody by design.
    if (FRAME.has(folder) || /\.route\.tsx?$/.test(path)) continue;
    for (const to of imports) {
      const other = capability(to);
      if (!other || other === folder || FRAME.has(other) || isTypeOnly(`${path} → ${to}`)) continue;
      if (!needs.has(folder)) needs.set(folder, new Set());
      needs.get(folder)!.add(other);
    }
  }
  const circle = (at: string, seen: string[]): string[] | null => {
    if (seen.includes(at)) return [...seen.slice(seen.indexOf(at)), at];
    for (const next of needs.get(at) ?? []) {
      const found = circle(next, [...seen, at]);
      if (found) return found;
    }
    return null;
  };
  for (const start of needs.keys()) expect(circle(start, [])).toBeNull();
});

test("a file longer than 250 lines says why", () => {
  const long = [...sources, ...["server", "scripts", "bench", "test"].flatMap(filesBelow)]
    .filter(({ text }) => text.split("\n").length > 251)
    .filter(({ text }) => !/Longer than 250 lines/.test(text.slice(0, 1500)));
  expect(long.map(({ path }) => path)).toEqual([]);
});

function filesBelow(folder: string): { path: string; text: string }[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .map((entry) => ({
        path: join(entry.parentPath, entry.name),
        text: readFileSync(join(entry.parentPath, entry.name), "utf8"),
      }));
  } catch {
    return [];
  }
}

test("only configuration reads the environment", () => {
  const readers = [...code, ...filesBelow("server")]
    .filter(({ text }) => text.includes("process.env"))
    .map(({ path }) => path);
  expect(
    readers.filter(
      (path) =>
        !["server/config.ts", "server/main.ts", "server/admin-cli.ts"].includes(path) &&
        !path.startsWith("server/postgres-") &&
        !path.startsWith("server/embedded-"),
    ),
  ).toEqual([]);
});

const DOCS = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

test("every file that a page of the documentation names exists", () => {
  const missing = DOCS.flatMap((doc) =>
    [
      ...readFileSync(doc, "utf8").matchAll(
        /`((?:app|server|test|bench|scripts|public|docs)\/[\w./-]+\.\w+)`/g,
      ),
    ]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(path))
      .map((path) => `${doc} → ${path}`),
  );
  expect(missing).toEqual([]);
});

test("every message of the specification has its row in docs/spec-coverage.md", () => {
  const page = readFileSync("docs/spec-coverage.md", "utf8").replaceAll(/ {2,}/g, " ");
  const missing = SPEC_MESSAGES.filter(({ area, words }) => !page.includes(`| ${area} | ${words} |`));
  expect(missing.map(({ words }) => words)).toEqual([]);
});
