/**
 * Small files that are expensive to decode: with floods of comments, chunks, frames or scans, or with texts
 * that unpack to gigabytes.
 */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { cleanPicture } from "./clean-picture.server.ts";

const MOST = 5 * 1024 * 1024 - 1024;
const many = (part: Buffer, more: number, bytes = MOST) =>
  Buffer.concat(Array<Buffer>(Math.floor((bytes - more) / part.length)).fill(part));
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const riff = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, "latin1"), length, data, Buffer.alloc(data.length % 2)]);
};
const red = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#c00" } });

/** Makes a PNG of 10 × 10 pixels with these chunks before its pixel data. */
async function png(chunks: Buffer): Promise<Buffer> {
  const plain = await red(10).png().toBuffer();
  return Buffer.concat([plain.subarray(0, 33), chunks, plain.subarray(33)]);
}

async function jpeg(markers: Buffer): Promise<Buffer> {
  const plain = await red(10).jpeg().toBuffer();
  return Buffer.concat([plain.subarray(0, 2), markers, plain.subarray(2)]);
}

const GIF = Buffer.from("GIF89a\x88\x13\x88\x13\x80\0\0\0\0\0\xff\xff\xff", "latin1");
const FRAME = Buffer.from("!\xf9\x04\0\0\0\0\0,\0\0\0\0\x88\x13\x88\x13\0\x02\x02D\x01\0", "latin1");

/** Makes a JPEG of 25 megapixels that repeats its last scan many times. */
async function scans(): Promise<Buffer> {
  const plain = await red(5000).jpeg({ progressive: true, quality: 1 }).toBuffer();
  const last = plain.subarray(plain.lastIndexOf(Buffer.from([0xff, 0xda])), plain.length - 2);
  return Buffer.concat([plain.subarray(0, -2), many(last, plain.length), plain.subarray(-2)]);
}

async function webp(): Promise<Buffer> {
  const frame = (await red(4000).webp({ lossless: true }).toBuffer()).subarray(12);
  const side = Buffer.from([0x9f, 0x0f, 0]);
  const head = Buffer.concat([Buffer.alloc(6), side, side, Buffer.from([10, 0, 0, 0])]);
  const frames = many(riff("ANMF", Buffer.concat([head, frame])), 1000);
  const canvas = riff("VP8X", Buffer.concat([Buffer.from([0x12, 0, 0, 0]), side, side]));
  return riff("RIFF", Buffer.concat([Buffer.from("WEBP"), canvas, riff("ANIM", Buffer.alloc(6)), frames]));
}

const zeros = deflateSync(Buffer.alloc(7_900_000), { level: 9 });
const FLOODS: readonly (readonly [name: string, make: () => Promise<Buffer>])[] = [
  ["a PNG of texts", () => png(many(chunk("tEXt", Buffer.from("Comment\0x")), 500))],
  ["a PNG of empty pixels", () => png(many(chunk("IDAT", Buffer.alloc(0)), 500))],
  [
    "a PNG whose texts unpack to gigabytes",
    () => png(many(chunk("zTXt", Buffer.concat([Buffer.from("C\0\0"), zeros])), 500)),
  ],
  ["a JPEG of comments", () => jpeg(many(Buffer.from([0xff, 0xfe, 0, 3, 65]), 2000))],
  ["a JPEG of thousands of scans", scans],
  ["a GIF of 200,000 frames", async () => Buffer.concat([GIF, many(FRAME, 500), Buffer.from(";")])],
  [
    "a GIF of a million comments",
    async () =>
      Buffer.concat([GIF, many(Buffer.from("!\xfe\x01A\0", "latin1"), 500), FRAME, Buffer.from(";")]),
  ],
  ["an animated WebP of thousands of large frames", webp],
];

test.each(FLOODS)(
  "[PICTURE-1] %s is a picture or refused, within seconds, and the process goes on",
  async (_, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024);
    const before = process.cpuUsage();
    let latest = performance.now();
    let longest = 0;
    const turns = setInterval(() => {
      longest = Math.max(longest, performance.now() - latest);
      latest = performance.now();
    }, 10);
    const read = await cleanPicture(bytes, "store");
    clearInterval(turns);
    const { user, system } = process.cpuUsage(before);
    // An idle machine needs less than 2 s. The largest of the files unpacks to 5 GB.
    expect((user + system) / 1e6).toBeLessThan(8);
    expect(longest).toBeLessThan(2000);
    if (read.ok) expect(Math.max(read.picture.width, read.picture.height)).toBeLessThanOrEqual(960);
    else expect(read.error).toMatch(/^This photo/);
  },
  60_000,
);
