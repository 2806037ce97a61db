import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pictureKind, cleanPicture } from "./clean-picture.server.ts";

const photo = (width = 1200, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: "#c60" } });

/** A one-bit PNG of any size, only a few bytes long. */
function hugePng(width: number, height = width): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const data = Buffer.concat([Buffer.from(name, "latin1"), body]);
    const out = Buffer.alloc(data.length + 8);
    out.writeUInt32BE(body.length, 0);
    data.copy(out, 4);
    out.writeUInt32BE(crc32(data), data.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("a picture", () => {
  test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "of type %s becomes three WebP of at most 960, 480 and 320 px",
    async (format) => {
      const bytes = await photo(format === "avif" ? 600 : 1200, 450)
        .toFormat(format)
        .toBuffer();
      expect(pictureKind(bytes)).toBe(format);
      const read = await cleanPicture(bytes, "store");
      if (!read.ok) throw new Error(read.error);
      const large = await sharp(read.picture.large).metadata();
      const small = await sharp(read.picture.small).metadata();
      const forLists = await sharp(read.picture.forLists).metadata();
      expect([large.format, large.width]).toEqual(["webp", format === "avif" ? 600 : 960]);
      expect([small.format, small.width, forLists.format, forLists.width]).toEqual([
        "webp",
        480,
        "webp",
        320,
      ]);
    },
  );

  test("[PICTURE-1] is turned upright, and where it was taken is gone", async () => {
    const bytes = await photo(400, 200)
      .withExif({
        IFD0: { Copyright: "Ngozi" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "6/1 27/1 0/1",
          GPSLongitudeRef: "E",
          GPSLongitude: "3/1 23/1 0/1",
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const read = await cleanPicture(bytes, "store");
    if (!read.ok) throw new Error(read.error);
    for (const version of [read.picture.large, read.picture.small]) {
      const found = await sharp(version).metadata();
      expect([found.exif, found.xmp, found.iptc, found.icc, found.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(version.includes("Ngozi")).toBe(false);
    }
    expect([read.picture.width, read.picture.height]).toEqual([200, 400]);
  });
});

describe("a picture that is something else", () => {
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
  test.each([
    ["nothing", ""],
    ["an SVG", SVG],
    ["an SVG behind an XML line", `<?xml version="1.0"?>${SVG}`],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7\n"],
    ["a TIFF", "II*\0xxxxxxxxxxxx"],
    ["a PNG's first bytes and a page", "\x89PNG\r\n\x1a\n<script>alert(1)</script>"],
    ["a JPEG's first bytes and an SVG", `\xff\xd8\xff${SVG}`],
    ["a GIF's first bytes and a page", "GIF89a<script>alert(1)</script>"],
    ["an AVIF's first bytes and nothing", "\0\0\0\x1cftypavif\0\0\0\0"],
  ])("is not %s", async (_, text) => {
    expect(await cleanPicture(Buffer.from(text, "latin1"), "store")).toMatchObject({ ok: false });
  });

  test("with a page behind it is a picture and no page", async () => {
    const polyglot = Buffer.concat([
      await photo(50, 50).png().toBuffer(),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const read = await cleanPicture(polyglot, "store");
    expect(read.ok && read.picture.large.includes("script")).toBe(false);
  });
});

describe("a large picture", () => {
  test("of 17,000 × 17,000 is refused in two seconds and 200 MB", async () => {
    const bytes = hugePng(17_000);
    expect(bytes.length).toBeLessThan(5 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    const started = performance.now();
    expect(await cleanPicture(bytes, "store")).toEqual({
      ok: false,
      error: "This photo has more than 25 megapixels. Choose a smaller one.",
    });
    expect(performance.now() - started).toBeLessThan(2000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test.each([
    [1, 24_000_000, "8,000 pixels"],
    [24_000_000, 1, "8,000 pixels"],
    [8_001, 1_000, "8,000 pixels"],
    [399, 8_000, "too long and narrow"],
    [8_000, 399, "too long and narrow"],
  ])("[PICTURE-1] of %i × %i is refused by its header", async (width, height, reason) => {
    const bytes = hugePng(width, height);
    const started = performance.now();
    expect(await cleanPicture(bytes, "store")).toEqual({
      ok: false,
      error: expect.stringContaining(reason) as string,
    });
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("[PICTURE-1] of 400 × 8,000 is the longest that is taken", async () => {
    expect(await cleanPicture(hugePng(400, 8_000), "store")).toMatchObject({
      ok: true,
      picture: { width: 48, height: 960 },
    });
  });

  test("[PICTURE-1] over 5 MB is refused unread", async () => {
    expect(await cleanPicture(new Uint8Array(5 * 1024 * 1024 + 1), "store")).toMatchObject({
      ok: false,
      error: expect.stringContaining("5 MB") as string,
    });
  });
});
