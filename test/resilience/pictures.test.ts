/**
 * PICTURE-1, RUN-10: while one shop uploads large pictures, neither the uploads of other shops nor pages are delayed.
 */
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { makeStore } from "../fixtures/stores.ts";
import { note } from "../fixtures/long.ts";
import { openTwoStores } from "../fixtures/two-stores.ts";

const { app, owner, stranger, idOf, close } = await openTwoStores();
afterAll(close);

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c60" } });
const upload = async (visitor: typeof owner, bytes: Uint8Array<ArrayBuffer>, store = "") => {
  const body = new FormData();
  body.set("image", new Blob([bytes]), "photo");
  const begun = performance.now();
  const { status, headers } = await visitor.ask(`/store/dashboard/pictures${store}`, { body });
  return { status, retryAfter: headers.get("Retry-After"), ms: performance.now() - begun };
};

/**
 * One owner sends all pictures at once, to two stores. Returns the responses to the owner, to another shop, and to
 * visitors of pages.
 */
async function whileSending(pictures: Uint8Array<ArrayBuffer>[]) {
  const second = await makeStore(app.services, await idOf("mama@ona.test"));
  const sent = pictures.map((bytes, i) => upload(owner, bytes, i % 2 ? `?store=${second.slug}` : ""));
  const photo = new Uint8Array(await flat(1200, 900).jpeg().toBuffer());
  const others = [upload(stranger, photo)];
  const pages: number[] = [];
  let over = false;
  const all = Promise.all(sent).finally(() => (over = true));
  while (!over) {
    pages.push((await app.visitor().ask("/stores?category=Food&search=rice")).status);
    if (pages.length === 3) others.push(upload(stranger, photo));
  }
  return { own: await all, others: await Promise.all(others), pages };
}

test("[PICTURE-1] six pictures of 1 × 24,000,000 pixels are refused at once", async () => {
  const strip = new Uint8Array(await flat(1, 24_000_000).png().toBuffer());
  const { own, others } = await whileSending(Array.from({ length: 6 }, () => strip));
  expect(own.map(({ status }) => status)).toEqual(Array(6).fill(400));
  expect(others[0]!.status).toBe(200);
  expect(Math.max(...own.map(({ ms }) => ms))).toBeLessThan(5_000);
});

test("[RUN-10] twenty of the slowest pictures that are taken delay others by one each, and refuse no page", async () => {
  const slow = new Uint8Array(await flat(5000, 5000).avif({ effort: 0 }).toBuffer());
  const { own, others, pages } = await whileSending(Array.from({ length: 20 }, () => slow));
  // The product reads one picture and lets three more of the same owner wait. It refuses further ones, and the response
  // says when to try again.
  expect(own.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  for (const { status, retryAfter } of own)
    expect([status, retryAfter]).toEqual(status === 200 ? [200, null] : [429, "5"]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(pages)).toEqual(new Set([200]));
  note("m. One shop's heavy pictures", {
    "pictures of 25 megapixels sent at once by one account": own.length,
    "of them taken": own.filter(({ status }) => status === 200).length,
    "slowest picture of another meanwhile, ms": Math.round(Math.max(...others.map(({ ms }) => ms))),
    "pages asked meanwhile, refused": `${pages.length}, 0`,
  });
});
