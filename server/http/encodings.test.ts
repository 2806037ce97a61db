/** Pages with an uncompressed end: every browser must be able to unpack the whole page. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync, crc32, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { chooseEncoding } from "./encodings.ts";

const UNPACK = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync } as const;
const bodyOf = (length: number) =>
  Buffer.from("A parcel is a promise. <p>ọ̀nà</p> ".repeat(length)).subarray(0, length);

test.each(["br", "zstd", "gzip"] as const)("%s: a body and the tail of each answer", (name) => {
  const encoding = chooseEncoding(name, "smallest");
  expect(encoding.name).toBe(name);
  for (const length of [1, 1000, 70_000, 300_000])
    for (const tail of ["x", '0f8e3c1a-0000-4000-8000-000000000001"/></body></html>', "é".repeat(30_000)]) {
      const body = bodyOf(length);
      const open = encoding.compressOpen(body);
      const end = encoding.end(Buffer.from(tail), { length, crc: crc32(body) });
      expect(UNPACK[name](Buffer.concat([open, end])).equals(Buffer.concat([body, Buffer.from(tail)]))).toBe(
        true,
      );
    }
});

test("what is not compressed ends the same way", () => {
  const plain = chooseEncoding("deflate, compress", "fastest");
  expect(plain.name).toBe(null);
  expect(
    Buffer.concat([
      plain.compressOpen(Buffer.from("a")),
      plain.end(Buffer.from("b"), { length: 1, crc: 0 }),
    ]).toString(),
  ).toBe("ab");
});

test("the smallest form is the same page, open or whole", async () => {
  const { compressSmallest, compress, end } = chooseEncoding("br", "fastest");
  const body = readFileSync("docs/product/prices-and-payments.md");
  const whole = await compressSmallest?.(body, false);
  expect(whole && brotliDecompressSync(whole).equals(body)).toBe(true);
  expect(whole?.length).toBeLessThanOrEqual(compress(body).length);
  const open = (await compressSmallest?.(body, true)) ?? Buffer.alloc(0);
  const tail = end(Buffer.from("tail"), { length: 0, crc: 0 });
  expect(brotliDecompressSync(Buffer.concat([open, tail])).toString()).toBe(`${body.toString()}tail`);
});
