/**
 * A check of `npm run lint`: no regular expression of the product may take longer than linear time on a text that a
 * stranger chooses. The package recheck decides this for every literal of app/ and server/. A slower literal is allowed
 * if a comment on its line, or on one of the two lines before, states the maximum length of the input: 'at most 200
 * characters'.
 */
import { availableParallelism } from "node:os";
import { readdirSync, readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { checkSync } from "recheck";
import ts from "typescript";
import { root } from "./built.mjs";

const BOUND = /at most [\d,]+ (characters|bytes)/i;
/** The file with recheck's result for each literal, so that a second run checks only new literals. */
const CACHE = join(root, ".cache/patterns.json");
/**
 * If recheck needs longer than this for a literal, the literal counts as undecided. For all other literals it needs at
 * most a fifth of this time.
 */
const MOST_MS = 10_000;

function sourceFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
}

/** Every literal of a file, with its line, and true if a comment states the maximum length of its input. */
function literalsOf(file) {
  const text = readFileSync(join(root, file), "utf8");
  const lines = text.split("\n");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const walk = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const around = lines.slice(Math.max(0, line - 2), line + 1);
      found.push({ literal: node.text, where: `${file}:${line + 1}`, bounded: around.some(namesBound) });
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

const namesBound = (line) => BOUND.test(/(?:\/\/|^\s*\/?\*).*/.exec(line)?.[0] ?? "");

function statusOf(literal) {
  const end = literal.lastIndexOf("/");
  const result = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: MOST_MS });
  if (result.status === "vulnerable") return result.complexity.summary;
  return result.status === "safe" ? "linear" : "undecided";
}

/** The status of each literal, decided by as many threads as there are cores. */
async function statusesOf(literals) {
  const threads = Array.from({ length: Math.max(1, availableParallelism()) }, (_, at) => at);
  const parts = await Promise.all(
    threads.map((at) => {
      const mine = literals.filter((_, index) => index % threads.length === at);
      return new Promise((done, failed) => {
        const worker = new Worker(new URL(import.meta.url), { workerData: mine });
        worker.once("message", done);
        worker.once("error", failed);
      });
    }),
  );
  return parts.flat();
}

function readCache() {
  try {
    return new Map(JSON.parse(readFileSync(CACHE, "utf8")));
  } catch {
    return new Map(); // There is none yet.
  }
}

async function main() {
  const literals = ["app", "server"].flatMap(sourceFiles).flatMap(literalsOf);
  const known = readCache();
  const open = [...new Set(literals.map(({ literal }) => literal))].filter((literal) => !known.has(literal));
  for (const [literal, status] of await statusesOf(open)) known.set(literal, status);
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(CACHE, JSON.stringify([...known]));
  const faults = literals.filter(({ literal, bounded }) => !bounded && known.get(literal) !== "linear");
  for (const { literal, where } of faults) {
    console.error(`${where}: ${literal} is ${known.get(literal)}.`);
    console.error(
      "  Write it so that it is linear, or bound its input and say 'at most N characters' above it.",
    );
  }
  console.log(
    `${literals.length} regular expressions, ${faults.length} that are neither linear nor bounded.`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (isMainThread) await main();
else parentPort.postMessage(workerData.map((literal) => [literal, statusOf(literal)]));
