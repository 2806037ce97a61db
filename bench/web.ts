/**
 * `npm run bench -- web`: the built product as `npm start` runs it, with its sample stores, measured in Chromium as on
 * a cheap phone on two slow connections, and by Lighthouse. Writes bench/WEB.md. BENCH_VISITS: visits for each page and
 * connection (5).
 */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import lighthouse from "lighthouse";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS } from "../test/fixtures/chromium.ts";
import { ask, freePort, newDataDir, startProduct } from "../test/fixtures/product.ts";
import type { Say } from "./report.ts";
import { openCountingProxy } from "./counting-proxy.ts";
import { serveAlone } from "./html-alone.ts";
import { type Group, groupsOf, MAIN_PAGES } from "./web-pages.ts";
import { fallbackFont, type Line, nextVisit, PHONE_ARGS, type Visit, visit } from "./web-visit.ts";
import { held, kilobytes, ms, NOT_MET, table } from "./web-text.ts";
import { read, STYLE_COOKIE } from "./wire.ts";

const VISITS = Number(process.env["BENCH_VISITS"] ?? 5);
const LINES: Line[] = [
  { megabits: 1.6, roundTripMs: 300 },
  { megabits: 9, roundTripMs: 800 },
];
const SLOW = LINES[0]!;
const TEXT_LIMITS: Record<string, number> = { "/book": 14_000, "/track": 14_000 };
const OTHER_TEXT_LIMIT = 20_000;
const NEXT_TEXT_LIMIT = 8_000;
const [SCRIPT_LIMIT, ALL_LIMIT] = [115_000, 200_000];
const SHIFT_LIMIT = 0.02;
/** The largest paint may take at most this multiple of the time that the same HTML without scripts and fonts takes. */
const PAINT_LIMIT = 1.2;
const SCORES = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };

export async function measureWeb(say: Say): Promise<number> {
  const dataDir = newDataDir();
  const product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()), SEED: "demo" });
  const debugPort = await freePort();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_ARGS, ...PHONE_ARGS, `--remote-debugging-port=${debugPort}`],
  });
  try {
    const store = /href="(\/stores\/[a-z][^"?]*)"/.exec((await ask(product.origin, "/stores")).text)![1]!;
    const pages = [...MAIN_PAGES, store];
    const load = loadavg()[0]!.toFixed(1);
    const sections: string[] = [];
    const add = async (section: Promise<string>) => {
      sections.push(await section);
      say(sections.at(-1)!);
    };
    const groups = await groupsOf(browser, product.origin, pages);
    for (const path of pages)
      await read({ url: `http://127.0.0.1:${product.port}`, origin: product.origin, path });
    const html = await Promise.all(pages.map(async (path) => (await ask(product.origin, path)).text));
    const alone = await serveAlone(new Map(pages.map((path, n) => [path, html[n]!])), product.port);
    for (const line of LINES) await add(onLine(browser, [product.origin, alone.origin], pages, line));
    alone.close();
    await add(nextPages(browser, product.port, pages));
    await add(scripts(product.origin, groups[0]?.paths ?? []));
    await add(shifts(browser, product.origin, groups));
    await add(byLighthouse(product.origin, pages, debugPort));
    const text = [
      "# Measured as a phone sees it",
      "",
      `Made by \`npm run bench -- web\`: the built product as \`npm start\` runs it, over plain HTTP/1.1 from this machine. Every visit is a first one (nothing kept) at 360 × 780 px with the processor slowed down four times; each figure is the median of ${VISITS} visits. Until our fonts have come, text is shown in ${await fallbackFont(browser)}. 'HTML and CSS' is without the headers (1.1 KB), once the cached page is packed at the highest quality; the first answers after a start have 1.1 to 1.7 KB more. 'All' counts everything that the page loads without input, idle time included; with Save-Data it loads no script, font or picture.`,
      "",
      `Measured on ${new Date().toISOString().slice(0, 10)}; load of the machine before: ${load}. Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${chromiumVersion()}, Node.js ${process.versions.node}; product, database and browser share the cores.`,
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

async function onLine(
  browser: Browser,
  [origin, alone]: [string, string],
  pages: string[],
  line: Line,
): Promise<string> {
  const rows: string[][] = [];
  for (const path of pages) {
    const visits: Visit[] = [];
    const limits: Visit[] = [];
    for (let i = 0; i < VISITS; i++) {
      visits.push(await visit(browser, origin + path, line));
      limits.push(await visit(browser, alone + path, line));
    }
    const median = (name: keyof Visit, of = visits): number =>
      of.map((one) => one[name]).toSorted((a, b) => a - b)[Math.floor(VISITS / 2)]!;
    const ratio = median("lcp") / median("lcp", limits);
    const figures = {
      text: median("text"),
      lcp: median("lcp"),
      blocking: median("blocking"),
      shift: median("shift"),
    };
    rows.push([
      `\`${path}\``,
      held(kilobytes(figures.text), figures.text <= (TEXT_LIMITS[path] ?? OTHER_TEXT_LIMIT)),
      ms(figures.lcp),
      held(`${ratio.toFixed(2)} × ${ms(median("lcp", limits))}`, ratio <= PAINT_LIMIT),
      held(ms(figures.blocking), figures.blocking <= 100),
      held(figures.shift.toFixed(3), figures.shift <= SHIFT_LIMIT),
      held(kilobytes(median("all")), median("all") <= ALL_LIMIT),
    ]);
  }
  const head = [
    "",
    "HTML and CSS (≤ 14 KB for /book and /track, else 20)",
    "largest paint",
    `beside the HTML alone (≤ ${PAINT_LIMIT} ×)`,
    "blocked (≤ 100 ms)",
    "layout shift (≤ 0.02)",
    "all (≤ 200 KB)",
  ];
  return [
    `## ${line.megabits} Mbit/s, ${line.roundTripMs} ms round trips`,
    "",
    ...table(head, rows),
    "",
  ].join("\n");
}

/** Measures the bytes that a browser loads for its second page. */
async function nextPages(browser: Browser, port: number, pages: string[]): Promise<string> {
  const rows: string[][] = [];
  for (const next of pages) {
    const first = next === "/" ? "/book" : "/";
    const proxy = await openCountingProxy(port);
    // The product compresses a page better after its first request. So the page is requested once before the
    // measurement.
    await read({ url: `http://127.0.0.1:${port}`, origin: proxy.origin, path: next, cookie: STYLE_COOKIE });
    const { text, script } = await nextVisit(browser, proxy, [first, next]);
    await proxy.close();
    rows.push([
      `\`${next}\` after \`${first}\``,
      held(kilobytes(text), text <= NEXT_TEXT_LIMIT),
      held(kilobytes(script), script === 0),
    ]);
  }
  const head = ["", "HTML and CSS (≤ 8 KB)", "script (0)"];
  return [
    "## The next page of the same browser",
    "",
    "Counted by a proxy in front of the product, once the first page and its service worker load nothing more: nothing in the browser hides a byte.",
    "",
    ...table(head, rows),
    "",
  ].join("\n");
}

/** The scripts that a page refers to, without those that the page preloads when it is idle. */
async function scripts(origin: string, pages: string[]): Promise<string> {
  const sizes = new Map<string, number>();
  const rows: string[][] = [];
  for (const path of pages) {
    const { text } = await ask(origin, path);
    const named = text.matchAll(/(?:modulepreload"[^>]* href|from |import\(?)=?"(\/assets\/[\w.-]+\.js)"/g);
    const files = [...new Set([...named].map(([, file]) => file!))];
    for (const file of files)
      if (!sizes.has(file)) {
        const { headers } = await ask(origin, file, { headers: { "Accept-Encoding": "br" } });
        sizes.set(file, Number(headers["content-length"]));
      }
    const bytes = files.reduce((total, file) => total + sizes.get(file)!, 0);
    rows.push([`\`${path}\``, held(kilobytes(bytes), bytes <= SCRIPT_LIMIT)]);
  }
  const of = (name: string) => [...sizes].find(([file]) => file.startsWith(`/assets/${name}-`))?.[1] ?? NaN;
  return [
    "## JavaScript of a public page, compressed",
    "",
    ...table(["", "named by the page (≤ 115 KB)"], rows),
    "",
    `React and React Router are ${kilobytes(of("react"))} of each (React alone about 66), what every page of ours needs ${kilobytes(of("entry.client"))}. The schemas of forms (31 KB), fetched 0.3 s after hydration, and what is fetched ahead in an idle moment are in 'all' above.`,
    "",
  ].join("\n");
}

/** The layout shift of every page at a first visit, by role. */
async function shifts(browser: Browser, origin: string, groups: Group[]): Promise<string> {
  const asked = groups.flatMap(({ role, paths, cookies }) => paths.map((path) => ({ role, path, cookies })));
  const rows: string[][] = [];
  const work = async () => {
    for (let one = asked.shift(); one; one = asked.shift()) {
      const row = [`\`${one.path}\``, one.role, ""];
      rows.push(row);
      let worst = 0;
      for (let i = 0; i < VISITS; i++)
        worst = Math.max(worst, (await visit(browser, origin + one.path, SLOW, one.cookies)).shift);
      row[2] = held(worst.toFixed(3), worst <= SHIFT_LIMIT);
    }
  };
  await Promise.all(Array.from({ length: 2 }, work));
  return [
    `## Layout shift of every page, ${SLOW.megabits} Mbit/s, ${SLOW.roundTripMs} ms round trips`,
    "",
    `The worst of ${VISITS} first visits, two pages at a time, without input.`,
    "",
    ...table(["", "seen by", `layout shift (≤ ${SHIFT_LIMIT})`], rows),
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
