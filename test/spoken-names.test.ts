/**
 * People with voice control say the words that they see on a button. So the `aria-label` of a button, link or <summary>
 * must contain its visible words (WCAG 2.5.3). axe checks only the states that a test opens. This test reads all states
 * in the code.
 */
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const PRESSED = new Set(["button", "a", "summary", "Button", "ButtonLink", "Link", "TextLink"]);

const LETTER = /[\p{L}\p{N}]/u;

/**
 * Returns the texts that an expression may produce, with `{source}` for unknown values; null where it produces none.
 */
function textsOf(of: ts.Expression | undefined): (string | null)[] {
  if (!of) return [null];
  if (ts.isStringLiteralLike(of)) return [of.text];
  if (ts.isParenthesizedExpression(of)) return textsOf(of.expression);
  if (ts.isConditionalExpression(of)) return [...textsOf(of.whenTrue), ...textsOf(of.whenFalse)];
  if (ts.isBinaryExpression(of) && of.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return [...textsOf(of.left), ...textsOf(of.right)];
  if (ts.isTemplateExpression(of))
    return of.templateSpans.reduce<string[]>(
      (all, { expression, literal }) =>
        all.flatMap((text) => textsOf(expression).map((value) => `${text}${value ?? ""}${literal.text}`)),
      [of.head.text],
    );
  if (of.getText() === "undefined") return [null];
  return [`{${of.getText()}}`];
}

const attribute = (of: ts.JsxOpeningLikeElement, name: string) =>
  of.attributes.properties.filter((one) => ts.isJsxAttribute(one)).find((one) => one.name.getText() === name);

function namesOf(of: ts.JsxOpeningLikeElement): string[] {
  const { initializer } = attribute(of, "aria-label") ?? {};
  if (!initializer) return [];
  const value = ts.isJsxExpression(initializer) ? initializer.expression : (initializer as ts.StringLiteral);
  return textsOf(value).filter((text) => text !== null);
}

/** Returns the visible words of an element. Pictures, symbols and elements with `aria-hidden` have none. */
function seenOf(children: readonly ts.JsxChild[]): string[] {
  return children.flatMap((child) => {
    if (ts.isJsxText(child)) return [child.text.replaceAll(/\s+/g, " ").trim()];
    if (ts.isJsxElement(child))
      return attribute(child.openingElement, "aria-hidden") ? [] : seenOf(child.children);
    if (!ts.isJsxExpression(child) || !child.expression) return [];
    return textsOf(child.expression).filter((text) => text !== null && !text.startsWith("{"));
  }) as string[];
}

/** Returns the buttons of a file whose accessible name lacks a word that they show. */
function unsaid(file: string, text: string): string[] {
  const wrong: string[] = [];
  if (!text.includes("aria-label")) return wrong;
  const look = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && PRESSED.has(node.openingElement.tagName.getText())) {
      const names = namesOf(node.openingElement);
      for (const seen of seenOf(node.children).filter((words) => LETTER.test(words)))
        if (names.length > 0 && !names.some((name) => name.toLowerCase().includes(seen.toLowerCase())))
          wrong.push(`${file}: '${seen}' is not in '${names.join("' or '")}'`);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return wrong;
}

test("what a button shows is in the name by which it is called", () => {
  const files = globSync("app/**/*.tsx").filter((file) => !file.includes(".test."));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => unsaid(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["<button aria-label='Take it off'>Not this</button>", 1],
  ["<Button aria-label={`Come on ${day} after all`}>Come after all</Button>", 1],
  ["<button aria-label={`Show ${label}`}>{shown ? 'Hide' : 'Show'}</button>", 1],
  ["<button aria-label={`${shown ? 'Hide' : 'Show'} ${label}`}>{shown ? 'Hide' : 'Show'}</button>", 0],
  ["<a aria-label={many ? `Call ${name}` : undefined}>Call</a>", 0],
  ["<button aria-label='Close'><span aria-hidden>x</span></button>", 0],
  ["<button aria-label='One less'>−</button>", 0],
])("%s has %s fault", (text, faults) => {
  expect(unsaid("x.tsx", text)).toHaveLength(faults);
});
