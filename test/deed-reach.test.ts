/**
 * The code behind POST /rider/deeds, which receives the deeds of riders' phones, stays small enough to read. Counted
 * are the route's file and all files of app/ that it imports, directly or not. Packages and imports of types do not
 * count.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const ENTRY = "app/road/deeds/deeds.route.ts";
/** Files that every page loads too: infrastructure such as the tables, pure rules, and functions for text. */
const SHARED = /^app\/(platform|domain|text)\//;

/** Returns the paths of our own files from which a file imports values. */
function importsOf(file: string, text: string): string[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.flatMap((one) => {
    const isImport = ts.isImportDeclaration(one);
    if (!isImport && !ts.isExportDeclaration(one)) return [];
    if (isImport ? isOfTypes(one) : one.isTypeOnly) return [];
    const from = one.moduleSpecifier && (one.moduleSpecifier as ts.StringLiteral).text;
    return from?.startsWith(".") && /\.tsx?$/.test(from) ? [join(dirname(file), from)] : [];
  });
}

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  const { phaseModifier, name, namedBindings } = importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  return !name && !!namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.every(isType);
}
const isType = ({ isTypeOnly }: ts.ImportSpecifier): boolean => isTypeOnly;

/** The number of lines without empty lines and comments: a longer explanation does not make the code larger. */
const linesOf = (text: string): number =>
  text.split("\n").filter((line) => !/^(?:$|\/\/|\/\*|\*)/.test(line.trim())).length;

/** Returns the number of lines of each file that the route loads, by path. */
function reached(): Map<string, number> {
  const lines = new Map<string, number>();
  for (const next = [ENTRY]; next.length > 0;) {
    const file = next.pop()!;
    if (lines.has(file)) continue;
    const text = readFileSync(file, "utf8");
    lines.set(file, linesOf(text));
    next.push(...importsOf(file, text));
  }
  return lines;
}

const sizeOf = (files: readonly [string, number][]) => ({
  files: files.length,
  lines: files.reduce((sum, [, lines]) => sum + lines, 0),
});

test("a deed of a phone reaches no more files and lines than it did", () => {
  const all = [...reached()];
  const own = all.filter(([file]) => !SHARED.test(file));
  const sizes = { own: sizeOf(own), withShared: sizeOf(all) };
  const list = own.map(([file]) => file).toSorted();
  expect(sizes.own.files, list.join("\n")).toBeLessThanOrEqual(60);
  expect(sizes.own.lines, list.join("\n")).toBeLessThanOrEqual(5_700);
  // These files include every table, so their number grows with the product. They also include the rules of delivery
  // days, because a deed can move a parcel's promised day (STATUS-10).
  expect(sizes.withShared.files).toBeLessThanOrEqual(176);
  expect(sizes.withShared.lines).toBeLessThanOrEqual(13_100);
});

test("an import of types alone is not followed", () => {
  const text = `import type { A } from "./a.ts";\nimport { type B } from "./b.ts";\nexport type { C } from "./c.ts";
    import { type D, d } from "./d.ts";\nimport "./e.ts";\nexport { f } from "./f.ts";\nimport g from "g";`;
  expect(importsOf("app/x.ts", text)).toEqual(["app/d.ts", "app/e.ts", "app/f.ts"]);
});
