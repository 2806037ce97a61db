/** Puts mutations into a source, so that one build has all of them and the running code chooses one. */
import ts from "typescript";

export type Numbered = { n: number; find: string; replace: string };

/** The place of a mutation: the range of an expression or block in the source, and the mutated text of this range. */
type Place = { n: number; from: number; to: number; isBlock: boolean; mutant: string };

/**
 * The code that checks whether mutation `n` is on. A process has the number in its environment. A page gets it from a
 * script that runs before all others.
 */
const isChosen = (n: number): string => `(globalThis.MUTATION ?? globalThis.process?.env.MUTATION) == ${n}`;

/**
 * Returns the source with both versions of each place, original and mutated. Throws if this is not possible for a
 * place.
 */
export function switched(path: string, source: string, mutations: readonly Numbered[]): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const places = mutations.map((mutation) => placeOf(file, mutation)).toSorted((a, b) => b.from - a.from);
  let text = source;
  let last = Infinity;
  for (const { n, from, to, isBlock, mutant } of places) {
    if (to > last) throw new Error(`${path} has two mutations of one expression`);
    last = from;
    const original = source.slice(from, to);
    const both = isBlock
      ? `{ if (${isChosen(n)}) ${mutant} else ${original} }`
      : `(${isChosen(n)} ? (${mutant}) : (${original}))`;
    text = text.slice(0, from) + both + text.slice(to);
  }
  return text;
}

function placeOf(file: ts.SourceFile, { n, find, replace }: Numbered): Place {
  const source = file.text;
  // Only the part in which `find` and `replace` differ matters, so their common beginning and end are cut off.
  const most = Math.min(find.length, replace.length);
  let before = 0;
  while (before < most && find[before] === replace[before]) before++;
  let after = 0;
  while (after < most - before && find.at(-1 - after) === replace.at(-1 - after)) after++;
  const start = source.indexOf(find);
  const [from, to] = [start + before, start + find.length - after];
  const changed = replace.slice(before, replace.length - after);

  for (const node of nodesAround(file, from, to)) {
    const isBlock = ts.isBlock(node);
    if (!isBlock && !isValue(node)) continue;
    const [first, end] = [node.getStart(file), node.getEnd()];
    const mutant = source.slice(first, from) + changed + source.slice(to, end);
    const tried = isBlock ? `async function* f() ${mutant}` : `async function* f() { g(${mutant}); }`;
    const { diagnostics } = ts.transpileModule(tried, { fileName: file.fileName, reportDiagnostics: true });
    if (diagnostics?.length === 0) return { n, from: first, to: end, isBlock, mutant };
  }
  throw new Error(`${file.fileName} has no expression or block around ${find}`);
}

/** Returns the nodes that contain this range of the source, the innermost first. */
function nodesAround(file: ts.SourceFile, from: number, to: number): ts.Node[] {
  const around: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const [first, end] = [node.getStart(file), node.getEnd()];
    const contains = from === to ? first < from && to < end : first <= from && to <= end;
    if (!contains) return;
    around.unshift(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return around;
}

/** True if the node is a value, so that another expression may replace it. */
function isValue(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || ts.isSpreadElement(node)) return false;
  if (ts.isBinaryExpression(parent))
    return node === parent.right || (node === parent.left && !isAssignment(parent.operatorToken.kind));
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return parent.arguments?.some((argument) => argument === node) === true;
  if (ts.isArrowFunction(parent)) return node === parent.body && !ts.isBlock(node);
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isConditionalExpression(parent)) return node !== parent.questionToken && node !== parent.colonToken;
  return (
    ("initializer" in parent && parent.initializer === node && !ts.isJsxAttribute(parent)) ||
    ("expression" in parent && parent.expression === node && HOLDS_VALUE.has(parent.kind)) ||
    ts.isArrayLiteralExpression(parent)
  );
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

const HOLDS_VALUE = new Set([
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.TemplateSpan,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.JsxExpression,
]);
