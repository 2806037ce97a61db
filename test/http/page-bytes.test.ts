/** The transferred size of a page, and the data that its scripts pass to React Router in the browser. */
import { readdirSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { STATES } from "../../app/domain/states.ts";
import { openTestApp } from "../fixtures/app.ts";
import { addHub, makeHub } from "../fixtures/hubs.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { startTestPaystack } from "../fixtures/paystack.ts";
import { rawGet } from "../fixtures/raw-get.ts";
import { openProviders } from "../fixtures/receiver-messages.ts";
import { receiverScreens } from "../fixtures/receiver-screens.ts";
import { listenWith } from "../fixtures/socket.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { channels } = await openProviders();
const paystack = await closedAfterAll(startTestPaystack());
const server = await closedAfterAll(listenWith(app));

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  rawGet(server.port, path, headers, method);

const style = readdirSync("build/client/assets").find((name) => /^site-[\w-]{8}\.css$/.test(name)) ?? "";
const version = style.slice("site-".length, -".css".length);
const KEPT = { Cookie: `style=${version}` };
const PUBLIC = ["/", "/about", "/book", "/track", "/stores", "/contact"];

describe("the style travels once", () => {
  test("a browser's first page carries it, and links no file", async () => {
    const { text } = await app.visitor().ask("/");
    expect(text).toMatch(/<style id="site-style" data-of="site">[^]{20000,}<\/style>/);
    expect(text).not.toContain('rel="stylesheet"');
  });

  test.each([...PUBLIC, "/nowhere"])("%s links the file that the browser says it has", async (path) => {
    const { text } = await app.visitor().ask(path, { headers: KEPT });
    expect(text).toContain(`<link id="site-style" rel="stylesheet" href="/assets/${style}"/>`);
    expect(text).not.toContain("<style");
  });

  test("the file is the same style, and kept for ever", async () => {
    const { text } = await app.visitor().ask("/");
    const file = await app.visitor().ask(`/assets/${style}`);
    expect(file.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(/<style id="site-style"[^>]*>([^]*?)<\/style>/.exec(text)?.[1]?.trim()).toBe(file.text.trim());
  });

  test.each(["style=AAAAAAAA", "style=", "other=1", `xstyle=${version}`, `style=${version}x`])(
    "with %s it is sent again",
    async (cookie) => {
      const { text } = await app.visitor().ask("/", { headers: { Cookie: cookie } });
      expect(text).toContain('<style id="site-style"');
    },
  );

  test.each(PUBLIC)("%s is at most 8 KB on the wire after the first page", async (path) => {
    const first = await get(path);
    const later = await get(path, KEPT);
    expect(first.body.length).toBeLessThan(20 * 1024);
    expect(later.body.length).toBeLessThanOrEqual(8 * 1024);
  });

  // The test measures the page compressed at Brotli's highest quality.
  test.each(["/book", "/track"])("%s is at most 14 KB as a first page, its style included", async (path) => {
    const { body } = await get(path, { "Accept-Encoding": "identity" });
    expect(brotliCompressSync(body).length).toBeLessThanOrEqual(14_000);
  });
});

test("a first page of /book is at most 14 KB with prices and six hubs, and little more with forty", async () => {
  const all = await openTestApp({ limitsFactor: 1000 });
  const { services } = all;
  const size = async () => brotliCompressSync((await all.visitor().ask("/book")).text).length;
  // The names and postal addresses of these hubs are as long as real ones.
  const another = (at: number) =>
    makeHub(services, {
      name: `${STATES[at % STATES.length]} ${at} ${STATES[(at * 7) % STATES.length]}`,
      code: [at % 26, (at * 5) % 26, Math.floor(at / 26)].map((nr) => String.fromCharCode(65 + nr)).join(""),
      address: `${at} ${STATES[(at * 3) % STATES.length]} Road`,
    });
  try {
    await publishPrices(all);
    for (let at = 0; at < 5; at++) await another(at);
    await addHub(services);
    expect((await all.visitor().ask("/book")).text).toContain("I bring it to");
    expect(await size()).toBeLessThanOrEqual(13_500);
    for (let at = 5; at < 39; at++) await another(at);
    await expect
      .poll(async () => (await all.visitor().ask("/book")).text.match(/I bring it to/g))
      .toHaveLength(40);
    expect(await size()).toBeLessThanOrEqual(15_000);
  } finally {
    await all.close();
  }
});

test.each(["/nowhere", "/admin/nowhere", "/stores/nowhere"])(
  "%s, which does not exist, is at most 13 KB",
  async (path) => {
    const { status, body } = await get(path, { "Accept-Encoding": "gzip, deflate, br, zstd" });
    expect([status, body.length < 13 * 1024]).toEqual([404, true]);
  },
);

test("[RECEIVER-1] the receiver's page is at most 14 KB as a first page, with choices, question, code and 'Pay now'", async () => {
  const all = await openTestApp({ limitsFactor: 1000, channels, paystack: paystack.access });
  try {
    const { screens } = await receiverScreens(all);
    const own = screens.filter(({ as, form }) => as === "guest" && !form);
    expect(own.length).toBeGreaterThan(5);
    for (const { name, path } of own) {
      const { status, text } = await all.visitor().ask(path);
      expect([name, status, text.includes("<script")]).toEqual([name, 200, false]);
      expect(brotliCompressSync(text).length, name).toBeLessThanOrEqual(14_000);
    }
  } finally {
    await all.close();
  }
});

describe("one compression in one go", () => {
  const unpack: Record<string, (bytes: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    gzip: gunzipSync,
  };
  test.each([
    // For a page that is cached for everybody, the product chooses the encoding with the smallest result. For a page
    // of one visitor, it chooses the fastest encoding.
    ["gzip, deflate, br, zstd", "br", "zstd"],
    ["gzip, deflate, br", "br", "br"],
    ["gzip, deflate, zstd", "zstd", "zstd"],
    ["gzip;q=1.0, br;q=0, zstd;q=0.000", "gzip", "gzip"],
    ["GZIP", "gzip", "gzip"],
    ["identity", undefined, undefined],
    ["brx, xgzip", undefined, undefined],
  ])("%s is answered with %s or %s", async (accepted, cached, own) => {
    for (const [path, encoding] of [
      ["/", cached],
      ["/nowhere", own],
    ] as const) {
      const answer = await get(path, { "Accept-Encoding": accepted });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(answer.headers["vary"]).toContain("Accept-Encoding");
      if (encoding) expect(answer.headers["content-length"]).toBe(String(answer.body.length));
      const text = (encoding ? unpack[encoding]?.(answer.body) : answer.body)?.toString();
      expect(text).toContain("</html>");
    }
  });

  test("HEAD has no body and a short answer is not compressed", async () => {
    expect((await get("/", {}, "HEAD")).body).toHaveLength(0);
    const short = await get("/robots.txt");
    expect(short.headers["content-encoding"]).toBeUndefined();
    expect(short.body.length).toBeGreaterThan(0);
  });
});

/** The assumptions of entry.server.tsx about React Router's scripts, which are not documented. */
describe("what an upgrade of React Router may change", () => {
  test("the page's scripts give its data to the stream that the browser's code reads, and end it", async () => {
    const { text } = await app.visitor().ask("/stores");
    const scripts = [...text.matchAll(/<script nonce="[^"]+"[^>]*>([^]*?)<\/script>/g)].map(
      ([, code]) => code ?? "",
    );
    const contextual = scripts.filter((code) => code.includes("__reactRouterContext"));
    const window: { __reactRouterContext?: { stream: AsyncIterable<string | Uint8Array> } } = {};
    const page = createContext({ window, ReadableStream, TextEncoderStream });
    for (const code of contextual.filter((code) => !code.includes("import "))) runInContext(code, page);
    const stream = window.__reactRouterContext?.stream;
    expect(stream).toBeDefined();
    let data = "";
    for await (const part of stream ?? [])
      data += typeof part === "string" ? part : new TextDecoder().decode(part);
    expect(data).toMatch(/^\[/);
    expect(data).toContain("loaderData");
    expect(data).toContain("loadedAt");
  });

  test("a page loads its scripts after its first paint: they wait in a template at its end", async () => {
    const { text } = await app.visitor().ask("/");
    const [before = "", held = "", after = ""] = text.split(/<\/?template>/);
    expect(held.match(/<link rel="modulepreload" fetchpriority="low"/g)?.length).toBeGreaterThan(1);
    expect(held).toMatch(/<script[^>]* type="module" async="">[^]*\bimport\(/);
    expect(before + after).not.toMatch(/modulepreload|type="module"|<script[^>]* src=/);
    expect(after).toMatch(/^<script nonce="[^"]+">\{/);
    expect(before).toContain("</footer>");
  });
});
