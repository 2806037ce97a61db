/**
 * The limit of a page: React's renderToString of the element that the product renders for it, repeated, with the data
 * already loaded. No HTTP, no database, no loaders, no compression. Prints microseconds of CPU for each render.
 */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ReactNode } from "react";
import { createLog } from "../server/log.ts";
import { testConfig } from "../test/fixtures/config.ts";

type Server = { renderToString(node: ReactNode): string };
const react = createRequire(import.meta.url)("react-dom/server") as Server;
const render = react.renderToString;
let captured: ReactNode = null;
// Before the product is imported, since an import binds the function as it is then.
react.renderToString = (node) => render((captured = node));

const { createApp, createServices } = (await import(
  pathToFileURL(resolve("build/server/index.js")).href
)) as typeof import("../server/app.ts");
const origin = "http://localhost:3000";
const running = await createServices(
  testConfig({ origin, dataDir: process.env["DATA_DIR"]!, limitsFactor: 100_000 }),
  process.env["DATABASE_URL"]!,
  "a-secret-for-the-benchmarks-only",
  createLog("silent"),
);
const answer = await createApp({ services: running.services }).request(origin + process.env["BENCH_PATH"]!, {
  headers: { Cookie: process.env["BENCH_COOKIE"]! },
});
if (answer.status !== 200 || !captured) throw new Error(`the page answered ${answer.status}`);
await running.stop();

const html = render(captured);
for (const until = performance.now() + 1500; performance.now() < until;) render(captured);
const begun = process.cpuUsage();
let renders = 0;
for (const until = performance.now() + 3000; performance.now() < until; renders++) render(captured);
const { user, system } = process.cpuUsage(begun);
console.log(JSON.stringify({ micros: (user + system) / renders, bytes: html.length }));
