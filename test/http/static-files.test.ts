/** WEB-13: built files and pictures as a browser requests them, over the product's own server. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listKey, smallKey } from "../../app/platform/files/picture-url.ts";
import { openTestApp } from "../fixtures/app.ts";
import { note } from "../fixtures/long.ts";
import { rawGet } from "../fixtures/raw-get.ts";
import { listenWith } from "../fixtures/socket.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const YEAR = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const server = await closedAfterAll(listenWith(app));

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  rawGet(server.port, path, headers, method);

const asset = (ending: RegExp) =>
  `/assets/${readdirSync("build/client/assets").find((name) => ending.test(name))}`;

test.each([
  ["a script", () => asset(/^react-.*\.js$/), YEAR],
  ["a font", () => asset(/\.woff2$/), YEAR],
  ["the icon", () => "/favicon.svg", HOUR],
  ["the picture of a shared link", () => "/share.jpg", HOUR],
  ["the manifest", () => "/manifest.webmanifest", HOUR],
  ["robots.txt", () => "/robots.txt", HOUR],
  ["the service worker", () => "/sw.js", "no-cache"],
  ["a public page", () => "/", "private, no-cache"],
  ["a page for one person", () => "/login", "no-store"],
  ["a page's data", () => "/_root.data", "no-store"],
  ["a page that is not there", () => "/nowhere", "no-store"],
  ["a built file that is not there", () => "/assets/gone-12345678.js", "no-store"],
  ["a compressed copy under its own name", () => `${asset(/^react-.*\.js$/)}.br`, "no-store"],
  ["a picture that is not there", () => "/pictures/none.webp", "no-store"],
  ["health", () => "/healthz", "no-store"],
])("%s says how long it may be kept", async (_name, path, cacheControl) => {
  expect((await get(path())).headers["cache-control"]).toBe(cacheControl);
  expect((await get(path(), {}, "HEAD")).headers["cache-control"]).toBe(cacheControl);
});

test.each([() => asset(/^react-.*\.js$/), () => "/favicon.svg", () => "/sw.js", () => "/share.jpg"])(
  "what was kept is asked about with its ETag, and not sent again",
  async (path) => {
    const first = await get(path());
    expect(first.status).toBe(200);
    expect(first.body.length).toBeGreaterThan(0);
    const { etag, "cache-control": cacheControl } = first.headers;
    for (const known of [etag!, `"other", ${etag}`, etag!.replace("W/", ""), "*"]) {
      const again = await get(path(), { "If-None-Match": known });
      expect(again.status, known).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers).toMatchObject({ etag, "cache-control": cacheControl });
    }
    expect((await get(path(), { "If-None-Match": '"other"' })).status).toBe(200);
  },
);

test("[WEB-13] a file is sent as small as the browser can read it", async () => {
  const path = asset(/^react-.*\.js$/);
  const [brotli, plain] = [await get(path), await get(path, { "Accept-Encoding": "identity" })];
  expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(brotli.body.length).toBeLessThan(plain.body.length / 2);
});

test.each(["items=1", "bytes=0-9", "bytes=0-1,5-6", "bytes=5-2", "bytes=-", "0-9", "bytes=99999999-"])(
  "a file is sent whole to who asks for a part of it: %s",
  async (Range) => {
    for (const path of ["/favicon.svg", asset(/^react-.*\.js$/)]) {
      const [whole, part] = [await get(path), await get(path, { Range })];
      expect([part.status, part.headers["content-range"]]).toEqual([200, undefined]);
      expect(part.body.equals(whole.body)).toBe(true);
    }
  },
);

test("a file takes no form", async () => {
  const answer = await get("/favicon.svg", { Origin: app.services.origin }, "POST");
  expect(answer.status).toBe(405);
  expect(answer.headers["allow"]).toBe("GET, HEAD");
});

test("the next page of the same browser moves at most 30 KB", async () => {
  const cached = new Set<string>();
  /** The number of bytes that a visit of a page transfers, in a browser with a cache. */
  const visit = async (path: string): Promise<number> => {
    const page = await get(path, { Accept: "text/html" });
    let moved = page.body.length;
    const html = await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text();
    const files = new Set(
      html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)|\/(?:favicon\.svg|map-nigeria\.svg)/g),
    );
    for (const file of files) {
      if (cached.has(file)) continue;
      const answer = await get(file);
      moved += answer.body.length;
      if (/max-age=[1-9]/.test(answer.headers["cache-control"] ?? "")) cached.add(file);
    }
    return moved;
  };
  const first = await visit("/");
  const moved: Record<string, number> = {};
  for (const path of ["/track", "/stores", "/about", "/contact", "/login", "/book", "/"])
    moved[path] = await visit(path);
  const kb = (bytes: number) => Math.round(bytes / 102.4) / 10;
  note("Built files: what a page moves", {
    "first page of a browser, KB": kb(first),
    "pages after it": Object.keys(moved).length,
    "the largest of them, KB": kb(Math.max(...Object.values(moved))),
  });
  expect(first).toBeGreaterThan(60_000);
  expect(Math.max(...Object.values(moved)), JSON.stringify({ first, ...moved })).toBeLessThan(30 * 1024);
});

test("no script listens to the end of a page, which would forbid back and forward without loading", () => {
  const names = readdirSync("build/client/assets").filter((name) => name.endsWith(".js"));
  expect(names.length).toBeGreaterThan(20);
  const listens = /addEventListener\(\s*[`"'](?:before)?unload|\bon(?:before)?unload\s*=/;
  expect(names.filter((name) => listens.test(readFileSync(`build/client/assets/${name}`, "utf8")))).toEqual(
    [],
  );
});

test("a picture is served as one, for good, and nothing else is", async () => {
  const key = `${crypto.randomUUID()}.webp`;
  await app.services.files.put(key, new Uint8Array([1, 2, 3]), "image/webp");
  const guest = app.visitor();
  const { status, headers } = await guest.ask(`/pictures/${key}`);
  expect([status, headers.get("Content-Type"), headers.get("X-Content-Type-Options")]).toEqual([
    200,
    "image/webp",
    "nosniff",
  ]);
  expect(headers.get("Cache-Control")).toContain("immutable");
  expect(headers.get("Content-Security-Policy")).toContain("sandbox");
  for (const other of [`${crypto.randomUUID()}.webp`, "..%2F..%2Fetc%2Fpasswd", "x.svg", "%00"])
    expect((await guest.ask(`/pictures/${other}`)).status, other).toBe(404);
});

test("a phone's list gets the picture of 320 px, or that of 480 px if the picture is older than that size", async () => {
  const key = `${crypto.randomUUID()}.webp`;
  const asked = `/pictures/${listKey(key)}`;
  expect((await app.visitor().ask(asked)).status).toBe(404);
  await app.services.files.put(smallKey(key), Buffer.from("of 480"), "image/webp");
  expect((await app.visitor().ask(asked)).text).toBe("of 480");
  await app.services.files.put(listKey(key), Buffer.from("of 320"), "image/webp");
  expect((await app.visitor().ask(asked)).text).toBe("of 320");
});
