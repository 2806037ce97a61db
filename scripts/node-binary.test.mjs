/**
 * The choice of the Node.js that runs the product: the pinned one if it runs, otherwise the machine's own if it is new
 * enough. If neither can be used, the message names the package to install.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "ona-node-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pinned = join(folder, `node_modules/node-linux-${process.arch}/bin/node`);
mkdirSync(dirname(pinned), { recursive: true });
mkdirSync(join(folder, "scripts"));
cpSync("scripts/node-binary.mjs", join(folder, "scripts/node-binary.mjs"));

const RUNS = "echo v26.0.0";
const NO_LIBATOMIC =
  "echo 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file' >&2; exit 127";
const NO_OTHER = NO_LIBATOMIC.replace("libatomic.so.1", "libother.so.2");
const [NEW, OLD] = [[], ["--no-strip-types"]];

/**
 * Runs `nodeBinary` in a Node.js with these flags. Returns the chosen path, or the message of the refusal. The shell
 * lines of `script` replace the pinned Node.js. If `script` is null, the pinned Node.js is missing.
 */
function choose(script, flags) {
  rmSync(pinned, { force: true });
  if (script) writeFileSync(pinned, `#!/bin/sh\n${script}\n`);
  if (script) chmodSync(pinned, 0o755);
  const program = `import("${join(folder, "scripts/node-binary.mjs")}").then((m) => console.log(m.nodeBinary())).catch((e) => console.log(e.message))`;
  return spawnSync(process.execPath, [...flags, "-e", program], { encoding: "utf8" }).stdout.trim();
}

test.runIf(process.platform === "linux").each([
  ["the pinned one runs", RUNS, OLD, pinned],
  ["it lacks a library, the machine's own is new enough", NO_LIBATOMIC, NEW, process.execPath],
  ["npm left it out, the machine's own is new enough", null, NEW, process.execPath],
  [
    "it lacks libatomic, the machine's own is old",
    NO_LIBATOMIC,
    OLD,
    /apt-get install libatomic1; Fedora: dnf install libatomic\), or start with Node\.js 24\.7 or later\.$/,
  ],
  ["it lacks another library", NO_OTHER, OLD, /needs the library libother\.so\.2: install it, or start with/],
  ["npm left it out, the machine's own is old", null, OLD, /npm ci --include=optional/],
])("%s", (_what, script, flags, expected) => {
  const chosen = choose(script, flags);
  if (typeof expected === "string") expect(chosen).toBe(expected);
  else expect(chosen).toMatch(expected);
});

test("libatomic is looked for before the packages are installed", () => {
  const ask = (libraries, flags) => {
    const program = `import("${join(folder, "scripts/node-binary.mjs")}").then((m) => m.requireLibraries(${JSON.stringify(libraries)})).catch((e) => console.log(e.message))`;
    return spawnSync(process.execPath, [...flags, "-e", program], { encoding: "utf8" }).stdout.trim();
  };
  const [without, has] = ["libc.so.6 => /lib", "libc.so.6 => /lib, libatomic.so.1 => /lib"];
  expect(ask(has, OLD)).toBe("");
  // libatomic is missing, but the machine's own Node.js is new enough, so nothing is refused.
  expect(ask(without, NEW)).toBe("");
  const expected =
    process.platform === "linux" ? /needs the library libatomic.*apt-get install libatomic1/ : /^$/;
  expect(ask(without, OLD)).toMatch(expected);
});
