/**
 * Public pages as a phone's browser asks for them, each beside node:http sending the very same bytes: a browser's first
 * page, a later one, and one that is not compressed.
 */
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { type Cost, measure } from "./ask.ts";
import { CHROME_ENCODINGS, chromeHeaders } from "./browser-headers.ts";
import { codeOf } from "./load.ts";
import { slugOfFull } from "./load-stores.ts";
import type { Machine } from "./machine.ts";
import { type Section, type Target, round, times } from "./report.ts";
import { openBare } from "./suites.ts";

const BROWSERS = 50;
const MOST_TIMES = 4;
const MOST_FOR_COMPRESSION = 1.25;
const MOST_LATER_BYTES = 8 * 1024;

/** The cookie of a browser that has fetched the style (app/shells/house-style.ts). */
const style = readdirSync("build/client/assets").find((name) => /^app-[\w-]{8}\.css$/.test(name));
const STYLE_COOKIE = `style=${style?.slice("app-".length, -".css".length)}`;

type Page = { body: Buffer; encoding: string; cookies: string[] };

/** One answer as it is on the wire. */
function read(url: string, host: string, path: string, cookie?: string): Promise<Page> {
  return new Promise((done, failed) => {
    const headers = {
      ...chromeHeaders(cookie ? "same-origin" : "none"),
      Host: host,
      ...(cookie && { Cookie: cookie }),
    };
    request(url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () => {
        if (response.statusCode !== 200) return failed(new Error(`${path} answered ${response.statusCode}`));
        done({
          body: Buffer.concat(chunks),
          encoding: response.headers["content-encoding"] ?? "",
          cookies: (response.headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? ""),
        });
      });
    })
      .on("error", failed)
      .end();
  });
}

/** Tells the bare server what `/same` is from now on. */
function keep(url: string, { body, encoding }: Page): Promise<void> {
  return new Promise((done, failed) => {
    const headers = { "Content-Length": body.length, ...(encoding && { "Content-Encoding": encoding }) };
    request(`${url}/same`, { method: "PUT", headers }, (response) => response.resume().on("end", done))
      .on("error", failed)
      .end(body);
  });
}

type Measured = { name: string; first: number; later: number; pages: Cost[]; bare: Cost };
const whole = (cost: Cost) => cost.server + (cost.postgres || 0);

export async function pagesSuite(machine: Machine, bookings: number, stores: number): Promise<Section> {
  const { product } = machine;
  const { origin } = product;
  const { host } = new URL(origin);
  const url = origin.replace("localhost", "127.0.0.1");
  const codes = Array.from({ length: 500 }, (_, i) => codeOf(Math.floor((i * bookings) / 500)));
  const slugs = Array.from({ length: stores / 5 }, (_, i) => slugOfFull(i));
  const asked: [name: string, paths: string[]][] = [
    ["Home", ["/"]],
    ["Book form", ["/book"]],
    ["Directory", ["/stores"]],
    ["Store page, 24 products", slugs.map((slug) => `/stores/${slug}`)],
    ["Track page", codes.map((code) => `/track?code=${code}`)],
  ];
  const bare = await openBare(machine);
  const found: Measured[] = [];
  try {
    for (const [name, paths] of asked) {
      const path = paths[0] ?? "/";
      const cookies: string[] = [];
      for (let n = 0; n < BROWSERS; n++)
        cookies.push([...(await read(url, host, path)).cookies, STYLE_COOKIE].join("; "));
      const [first, later] = [await read(url, host, path), await read(url, host, path, cookies[0])];
      await keep(bare.url, later);
      const load = { url, origin, paths, cookies };
      const pid = product.child.pid ?? 0;
      found.push({
        name,
        first: first.body.length,
        later: later.body.length,
        pages: [
          await measure(machine, pid, { ...load, cookies: [], encodings: CHROME_ENCODINGS }),
          await measure(machine, pid, load),
          await measure(machine, pid, { ...load, encodings: "identity" }),
        ],
        bare: await measure(machine, bare.child.pid ?? 0, { url: bare.url, origin, paths: ["/same"] }),
      });
    }
  } finally {
    await bare.end();
  }
  return {
    title: "Public pages as a phone's browser asks for them",
    text: "CPU of the product and of PostgreSQL together. 'First' and 'later' are a browser's first page and one after it, compressed; the multiple is of node:http sending the bytes of the later page.",
    head: ["", "first, bytes", "later, bytes", "first, µs", "later, µs", "not compressed, µs", "node:http, µs", "p50 / p99 later"],
    rows: found.map(({ name, first, later, pages, bare: alone }) => [
      name,
      round(first),
      round(later),
      ...pages.map((cost) => round(whole(cost))),
      round(whole(alone)),
      `${pages[1]?.p50} / ${pages[1]?.p99} ms`,
    ]),
    targets: found.flatMap(targetsOf),
  }; // prettier-ignore
}

function targetsOf({ name, later, pages, bare }: Measured): Target[] {
  const [, packed, plain] = pages.map(whole);
  if (!packed || !plain) return [];
  const [ratio, compression] = [packed / whole(bare), packed / plain];
  return [
    {
      what: `node:http sending the same bytes: ${name}`,
      target: `≤ ${MOST_TIMES} ×`,
      is: times(ratio),
      met: ratio <= MOST_TIMES,
    },
    {
      what: `the page without compression: ${name}`,
      target: `≤ ${MOST_FOR_COMPRESSION} ×`,
      is: times(compression),
      met: compression <= MOST_FOR_COMPRESSION,
    },
    {
      what: `bytes of a later page: ${name}`,
      target: `≤ ${round(MOST_LATER_BYTES)}`,
      is: round(later),
      met: later <= MOST_LATER_BYTES,
    },
  ];
}
