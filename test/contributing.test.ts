/**
 * CONTRIBUTING.md is short, its map names every folder, and the examples of docs/how-to/ still apply to the sources. No
 * two decisions have the same number.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const PAGE = readFileSync("CONTRIBUTING.md", "utf8");
/** The text of the section of CONTRIBUTING.md with this title, in lines. */
function section(title: string): string[] {
  const [, text = ""] = PAGE.split(`\n## ${title}\n`);
  return text.split("\n## ")[0]!.split("\n");
}

test("the diff that adds a field can be applied as it is written, and is eight files", () => {
  const diff = readFileSync("docs/how-to/adding-a-field.diff", "utf8");
  expect(diff.match(/^\+\+\+ b\//gm)).toHaveLength(8);
  // The example (a diff) still applies if its line numbers are outdated, but the lines around the change must be
  // unchanged.
  const args = ["apply", "--check", "--unidiff-zero", "-C1", "-"];
  const { status, stderr } = spawnSync("git", args, { input: diff, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

test.each(["adding-a-field", "adding-a-status", "adding-an-admin-page", "adding-an-operation"])(
  "%s fits one screen",
  (name) => {
    const lines = readFileSync(`docs/how-to/${name}.md`, "utf8").trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.length).toBeLessThanOrEqual(45);
    expect(lines.filter((line) => line.length > 160)).toEqual([]);
  },
);

test("CONTRIBUTING.md has at most 12 KB", () => {
  expect(statSync("CONTRIBUTING.md").size).toBeLessThanOrEqual(12 * 1024);
});

test("each decision has its own number, in its name and its title", () => {
  const names = readdirSync("docs/decisions");
  expect(names.length).toBeGreaterThan(25);
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(numbers.filter((number, n) => numbers.indexOf(number) !== n)).toEqual([]);
  const titled = names.map((name) =>
    Number.parseInt(readFileSync(`docs/decisions/${name}`, "utf8").slice(2)),
  );
  expect(titled).toEqual(numbers);
});

test("the map names every folder", () => {
  const map = section("The map").join("\n");
  const made = new Set(["build", "data", "data-demo", "node_modules", "coverage"]);
  const foldersIn = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !made.has(entry.name))
      .map(({ name }) => name);
  const top = foldersIn(".");
  const areas = foldersIn("app");
  const all = [
    ...top,
    ...areas,
    ...["server", "test", ...areas.map((area) => `app/${area}`)].flatMap(foldersIn),
  ];
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((name) => !new RegExp(`(?<![\\w-])${name}/`).test(map))).toEqual([]);
});

test("the first ten minutes name lines that are there", () => {
  expect(readFileSync("app/domain/weight.ts", "utf8")).toContain("MAX_KG = 10_000");
  expect(readFileSync("app/domain/domain.test.ts", "utf8")).toContain('"10001"');
});
