/** CONTRIBUTING.md's worked change still fits the sources. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the diff that adds a field can be applied as it is written", () => {
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const [, diff = ""] = /^```diff\n([\s\S]*?)^```$/m.exec(page) ?? [];
  expect(diff.match(/^\+\+\+ b\//gm)?.length).toBeGreaterThan(6);
  // Lines may have moved; what is around them may not have changed.
  const args = ["apply", "--check", "--unidiff-zero", "-C1", "-"];
  const { status, stderr } = spawnSync("git", args, { input: diff, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

test("the first ten minutes name lines that are there", () => {
  expect(readFileSync("app/domain/weight.ts", "utf8")).toContain("MAX_KG = 10_000");
  expect(readFileSync("app/domain/domain.test.ts", "utf8")).toContain('"10001"');
});
