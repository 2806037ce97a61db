/** `npm ci --omit=dev` installs all that the running product and the admin commands import, and not much more. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { testWhere } from "./fixtures/test-where.ts";

const MOST_MB = 370;
type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };

/** The size of a package's folder in bytes, without the packages inside, which have entries of their own. */
function bytesIn(path: string): number {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  const inside = entry.isDirectory() ? readdirSync(path).filter((name) => name !== "node_modules") : [];
  return inside.reduce((sum, name) => sum + bytesIn(join(path, name)), entry.blocks * 512);
}

const counted = process.platform === "linux" && process.arch === "x64";
testWhere(counted ? null : "counted on Linux with an x64 processor, where the image is built")(
  `an install without development packages has at most ${MOST_MB} MB`,
  () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
    // Packages marked `devOptional` are counted, because npm installs them: a package of production can use them.
    const installed = Object.keys(packages).filter((path) => path && !packages[path]?.dev);
    const bytes = installed.reduce((sum, path) => sum + bytesIn(path), 0);
    expect(bytes / 2 ** 20).toBeLessThan(MOST_MB);
    expect(bytes / 2 ** 20).toBeGreaterThan(200);
  },
);

/**
 * Collects the files that Node.js runs without a build, with the packages that each imports. The build and the files
 * that only `npm run dev` loads are left out.
 */
function runByNode(path: string, seen: Map<string, string[]>): void {
  if (seen.has(path) || path === "server/app.ts" || path === "server/dev-server.ts") return;
  const text = readFileSync(path, "utf8");
  const imports = [
    ...text.matchAll(/^(?:import|export)(?! type\b)[^;"]*?from "([^"]+)"|import\("([^"]+)"\)/gm),
  ]
    .map((m) => m[1] ?? m[2] ?? "")
    .filter((to) => !to.startsWith("node:"));
  seen.set(
    path,
    imports.filter((to) => !to.startsWith(".")),
  );
  for (const to of imports)
    if (/^\..*\.ts$/.test(to) && !text.includes(`typeof import("${to}")`))
      runByNode(join(dirname(path), to), seen);
}

test("what Node.js runs as it is imports no package that is there for development alone", () => {
  const files = new Map<string, string[]>();
  for (const start of ["server/main.ts", "server/commands/admin-cli.ts"]) runByNode(start, files);
  // tracing.ts is not among the files, because it is part of the build: web.ts calls it through startTracing of
  // server/app.ts.
  expect([...files.keys()]).not.toContain("server/observe/tracing.ts");
  expect(files.size).toBeGreaterThan(80);
  const named = [...files].flatMap(([path, packages]) =>
    packages
      .map((to) => to.split("/", to.startsWith("@") ? 2 : 1).join("/"))
      .filter((name) => !(name in packageJson.dependencies))
      .map((name) => `${path}: ${name}`),
  );
  expect(named).toEqual([]);
});
