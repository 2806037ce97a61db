/**
 * Measures the limit with which a page's cost is compared: React alone renders the page's element to a string again and
 * again, with the page's data already loaded. No HTTP, no database, no loaders, no compression. Prints the microseconds
 * of CPU for each render.
 */
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ReactElement, ReactNode } from "react";
import { createLog } from "../server/observe/log.ts";
import { testConfig } from "../test/fixtures/config.ts";

type Render = (node: ReactNode) => string;
/** The element around the page. It provides the context with the cached parts (app/ui/cached-html.ts). */
type Around = ReactElement<{ children: ReactNode }>;
let captured = null as Around | null;
let render = null as Render | null;
Object.assign(globalThis, {
  captureRender(own: Render, node: Around): string {
    render = own;
    return own((captured = node));
  },
});
// The build contains its own copy of React, which must be measured. So the build's call of renderToString is changed:
// it calls `captureRender`, which stores the build's function and the element of the page.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/build/server/index.js") || !Buffer.isBuffer(loaded.source)) return loaded;
    const source = loaded.source.toString("utf8");
    // Cached parts are rendered by another call of renderToString. The pattern does not match that call, because its
    // argument is not JSX.
    const call = /\(0, (\w+\.renderToString)\)\((?=\/\*)/g;
    if (source.match(call)?.length !== 1) throw new Error("the build does not render pages at one place");
    return { ...loaded, source: source.replace(call, "globalThis.captureRender($1, ") };
  },
});

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
if (answer.status !== 200 || !captured || !render) throw new Error(`the page answered ${answer.status}`);
await running.stop();

// The page is taken out of the element that provides the cached parts, so that React renders the whole page.
const [renderToString, page]: [Render, ReactNode] = [render, captured.props.children];
const html = renderToString(page);
for (const until = performance.now() + 1500; performance.now() < until;) renderToString(page);
const begun = process.cpuUsage();
let renders = 0;
for (const until = performance.now() + 3000; performance.now() < until; renders++) renderToString(page);
const { user, system } = process.cpuUsage(begun);
console.log(JSON.stringify({ micros: (user + system) / renders, bytes: html.length }));
