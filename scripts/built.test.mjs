/** A build is valid only for the sources from which it was made: all files that the build reads, without the tests. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("a build is stale when a source changed, and not when a test did", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ona-built-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ["scripts", "app", "build/server"]) mkdirSync(join(folder, path), { recursive: true });
  cpSync("scripts/built.mjs", join(folder, "scripts/built.mjs"));
  for (const path of ["app/root.tsx", "app/root.test.tsx", "package.json", "build/server/index.js"])
    writeFileSync(join(folder, path), "{}");
  const { stateOfBuild, STAMP } = await import(join(folder, "scripts/built.mjs"));
  expect(stateOfBuild().fresh).toBe(false);
  writeFileSync(STAMP, JSON.stringify(stateOfBuild().stamp));
  expect(stateOfBuild().fresh).toBe(true);
  appendFileSync(join(folder, "app/root.test.tsx"), "\n");
  expect(stateOfBuild().fresh).toBe(true);
  for (const path of ["app/root.tsx", "package.json"]) {
    appendFileSync(join(folder, path), "\n");
    expect(stateOfBuild().fresh, path).toBe(false);
    writeFileSync(join(folder, path), "{}");
    // The file has a new date and the same contents.
    expect(stateOfBuild().fresh, path).toBe(true);
  }
});

test("each module of ours that a build's settings import is one of its sources", () => {
  const sources = readFileSync("scripts/built.mjs", "utf8");
  const found = new Set(["vite.config.ts", "react-router.config.ts"]);
  for (const file of found)
    for (const [, path] of readFileSync(file, "utf8").matchAll(/^import .* from "(\..*?)"/gm))
      found.add(join(dirname(file), path));
  for (const file of found) expect(` ${sources} `).toMatch(new RegExp(`[ "]${file}[ "]`));
});
