/** WEB-11: every pair of text colour and background, computed from the design tokens: WCAG AA, light and dark. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync("app/ui/theme.css", "utf8");

function tokens(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name!, value!]),
  );
}

const light = tokens(/@theme \{(.*?)\n\}/s.exec(css)![1]!);
const dark = { ...light, ...tokens(/prefers-color-scheme: dark\) \{(.*?)\n {2}\}/s.exec(css)![1]!) };

test("[PAY-3] the dark scheme is the screen's: what is printed is dark on white", () => {
  expect(css.match(/^.*prefers-color-scheme.*$/gm)).toEqual([
    "  @media screen and (prefers-color-scheme: dark) {",
  ]);
});

/** Relative luminance, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Text on its background; black text is on yellow in both schemes. */
const TEXT = [
  ...["paper", "card", "field"].flatMap((ground) =>
    ["ink", "muted", "go", "stop", "sky"].map((text) => [text, ground] as const),
  ),
  ["on-stop", "stop"],
  ["paper", "ink"],
  ["paper", "go"],
  ["#000000", "danfo"],
] as const;

describe.each([
  ["light", light],
  ["dark", dark],
])("%s", (_name, scheme) => {
  const colour = (name: string) => (name.startsWith("#") ? name : scheme[name]!);

  test.each(TEXT)("[WEB-11] %s on %s is read: 4.5 to 1", (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["paper", "card", "field"])("an edge and the focus ring on %s are seen: 3 to 1", (ground) => {
    for (const line of ["ink", "sky"])
      expect(contrast(colour(line), colour(ground)), line).toBeGreaterThanOrEqual(3);
  });
});
