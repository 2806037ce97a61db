/**
 * `npm run bench -- web`: the built product as `npm start` runs it, with its sample stores, measured in Chromium as on
 * a cheap phone on two slow connections, and by Lighthouse. Writes bench/WEB.md. BENCH_VISITS: visits for each page and
 * connection (5).
 */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import lighthouse from "lighthouse";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS } from "../test/fixtures/chromium.ts";
import { ask, freePort, newDataDir, startProduct } from "../test/fixtures/product.ts";
import { type Line, type Visit, visit } from "./web-visit.ts";
import { line as tableLine } from "./report.ts";

const VISITS = Number(process.env["BENCH_VISITS"] ?? 5);
const LINES: (Line & { lcpLimit: number })[] = [
  { megabits: 1.6, roundTripMs: 300, lcpLimit: 900 },
  { megabits: 9, roundTripMs: 800, lcpLimit: 1600 },
];
const TEXT_LIMITS: Record<string, number> = { "/book": 14_000, "/track": 14_000 };
const SCORES = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };

export async function measureWeb(say: (line: string) => void): Promise<number> {
  const dataDir = newDataDir();
  const product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()), SEED: "demo" });
  const debugPort = await freePort();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${debugPort}`],
  });
  try {
    const store = /href="(\/stores\/[a-z][^"?]*)"/.exec((await ask(product.origin, "/stores")).text)![1]!;
    const pages = ["/", "/book", "/track", "/stores", store];
    const sections: string[] = [];
    for (const line of LINES) {
      sections.push(await onLine(browser, product.origin, pages, line));
      say(sections.at(-1)!);
    }
    sections.push(await byLighthouse(product.origin, pages, debugPort));
    say(sections.at(-1)!);
    const text = [
      "# Measured as a phone sees it",
      "",
      `Made by \`npm run bench -- web\`: the built product as \`npm start\` runs it, over plain HTTP/1.1 from this machine. Every visit is a first one (nothing kept) at 360 × 780 px with the processor slowed down four times; each figure is the median of ${VISITS} visits. 'All' counts everything that the page loads without input, idle time included; with Save-Data it loads no script, font or picture.`,
      "",
      `Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${chromiumVersion()}, Node.js ${process.versions.node}; product, database and browser share the cores.`,
      "",
      ...sections,
    ].join("\n");
    writeFileSync("bench/WEB.md", text);
    const missed = text.split(NOT_MET).length - 1;
    if (missed > 0) say(`${missed} targets are missed.`);
    return missed;
  } finally {
    await browser.close();
    await product.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const chromiumVersion = () =>
  execFileSync(CHROMIUM, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .trim()
    .split(" built")[0];

const NOT_MET = ", not met**";
/** A figure beside its limit, marked when it is over. */
const held = (text: string, met: boolean): string => (met ? text : `**${text}${NOT_MET}`);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
const ms = (value: number): string => `${Math.round(value)} ms`;
const table = (head: string[], rows: string[][]): string[] =>
  [head, head.map(() => "---"), ...rows].map(tableLine);

async function onLine(
  browser: Browser,
  origin: string,
  pages: string[],
  line: (typeof LINES)[number],
): Promise<string> {
  const rows: string[][] = [];
  for (const path of pages) {
    const visits: Visit[] = [];
    for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, origin + path, line));
    const median = (name: keyof Visit): number =>
      visits.map((one) => one[name]).toSorted((a, b) => a - b)[Math.floor(VISITS / 2)]!;
    const figures = {
      text: median("htmlAndCss"),
      lcp: median("lcp"),
      blocking: median("blocking"),
      shift: median("shift"),
    };
    rows.push([
      `\`${path}\``,
      held(kilobytes(figures.text), figures.text <= (TEXT_LIMITS[path] ?? 20_000)),
      held(ms(figures.lcp), figures.lcp <= line.lcpLimit),
      held(ms(figures.blocking), figures.blocking <= 100),
      held(figures.shift.toFixed(3), figures.shift <= 0.02),
      kilobytes(median("all")),
    ]);
  }
  const head = [
    "",
    "HTML and CSS (≤ 14 KB for /book and /track, else 20)",
    `largest paint (≤ ${line.lcpLimit} ms)`,
    "blocked (≤ 100 ms)",
    "layout shift (≤ 0.02)",
    "all",
  ];
  return [
    `## ${line.megabits} Mbit/s, ${line.roundTripMs} ms round trips`,
    "",
    ...table(head, rows),
    "",
  ].join("\n");
}

async function byLighthouse(origin: string, pages: string[], port: number): Promise<string> {
  const kinds = Object.entries(SCORES);
  const rows: string[][] = [];
  const short: string[] = [];
  for (const path of pages) {
    const run = await lighthouse(origin + path, { port, onlyCategories: kinds.map(([kind]) => kind) });
    if (!run) throw new Error(`Lighthouse said nothing about ${path}`);
    const { categories, audits } = run.lhr;
    rows.push([
      `\`${path}\``,
      ...kinds.map(([kind, limit]) => {
        const score = Math.round((categories[kind]?.score ?? 0) * 100);
        return held(String(score), score >= limit);
      }),
    ]);
    for (const [kind] of kinds)
      for (const { id, weight } of categories[kind]?.auditRefs ?? []) {
        const audit = audits[id]!;
        if (weight && audit.score !== null && audit.score < (kind === "performance" ? 0.9 : 1))
          short.push(
            `- \`${path}\`, ${kind}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ""}`,
          );
      }
  }
  return [
    "## Lighthouse, mobile",
    "",
    ...table(["", ...kinds.map(([kind, limit]) => `${kind} (≥ ${limit})`)], rows),
    "",
    ...(short.length ? ["What it took points for:", "", ...short, ""] : []),
  ].join("\n");
}
