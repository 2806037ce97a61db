/** STAFF-34: compares the manual's pages with the product. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MANUAL_PAGES, manualPath } from "../../access/manual-pages.ts";
import { ADMIN_ROLES } from "../../domain/admin-roles.ts";
import { manualHtml, manualPagesFor } from "./manual.server.ts";

const FOLDER = "docs/manual";
const textOf = (slug: string) => readFileSync(`${FOLDER}/${slug}.md`, "utf8");
/**
 * The text of each source file in one line, because JSX may break a text at any place. Names of forms and
 * regions are removed, because the screen does not show them.
 */
const product = readdirSync("app", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
  .map((source) =>
    source
      .replaceAll("&apos;", "'")
      .replace(/\b(?:aria-label|name)="[^"]*"/g, "")
      .replace(/\{" "\}/g, " ")
      .replace(/\s+/g, " "),
  );

/** Returns the labels in bold. The full stop of a sentence is outside the bold text. */
const labelsOf = (text: string) => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label!);
/** True if a source file contains the label as a complete text: between quotation marks, backticks or tags. */
const stands = (label: string) => {
  const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = new RegExp(`["\`>] ?${escaped} ?["\`<]|> ?${escaped} ?\\{|\`${escaped} \\$\\{`);
  return product.some((source) => source.includes(label) && whole.test(source));
};

test("[STAFF-34] every label in bold stands in the product", () => {
  expect(stands("Load what is planned")).toBe(true);
  expect(stands("Load what was planned")).toBe(false);
  // The name of a form, which only a screen reader reads out, does not count.
  expect(stands("Begin a count")).toBe(false);
  // This bold text is a sentence of the manual and not a label.
  const told = new Set(["scan what you touch"]);
  const missing = MANUAL_PAGES.flatMap(({ slug }) =>
    labelsOf(textOf(slug))
      .filter((label) => !told.has(label) && !stands(label))
      .map((label) => `${slug}: ${label}`),
  );
  expect(missing).toEqual([]);
});

test("[STAFF-34] each page has its file, its title and links that lead somewhere", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(MANUAL_PAGES.map(({ slug }) => `${slug}.md`).toSorted());
  expect(MANUAL_PAGES.length).toBeLessThanOrEqual(10);
  for (const { slug, title } of MANUAL_PAGES) {
    const text = textOf(slug);
    expect(text.startsWith(`# ${title}\n\n`), slug).toBe(true);
    for (const [, href] of text.matchAll(/\]\(([^)]+)\)/g))
      if (href!.endsWith(".webp")) expect(existsSync(join(FOLDER, href!)), href).toBe(true);
      else expect(MANUAL_PAGES.map((page) => `${page.slug}.md`)).toContain(href);
  }
});

test("[STAFF-34] a role reads its pages, and is led to no other", () => {
  const read = Object.fromEntries(
    ADMIN_ROLES.map((role) => [role, manualPagesFor(role).map(({ slug }) => slug)]),
  );
  expect(read).toEqual({
    super_admin: MANUAL_PAGES.map(({ slug }) => slug),
    moderator: MANUAL_PAGES.map(({ slug }) => slug),
    support: ["counter", "shop", "business"],
    dispatcher: ["counter", "dispatcher", "hub-clerk", "rider"],
    hub_clerk: ["counter", "hub-clerk", "rider", "cashier"],
    cashier: ["cashier", "business"],
  });
  expect(manualPagesFor("cashier")[0]!.text).toContain("counts money");
  expect(manualHtml("hub-clerk", "hub_clerk")).toContain(
    `<a href="${manualPath("cashier")}">The cashier</a>`,
  );
  expect(manualHtml("hub-clerk", "dispatcher")).toContain("see The cashier.");
  expect(manualHtml("hub-clerk", "dispatcher")).not.toContain(manualPath("cashier"));
});
