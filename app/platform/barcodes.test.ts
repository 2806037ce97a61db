import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCodes } from "../../test/fixtures/read-codes.ts";
import { drawSticker, readPieceCode } from "../domain/piece-code.ts";
import { scannedTrackingCode } from "../domain/codes-in-text.ts";
import { drawBarcodes, drawBars } from "./barcodes.server.ts";
import type { Barcode } from "../ui/barcode.ts";

// The product blocks SVG input in sharp, so the test must allow it to draw the barcodes.
const SVG = { operation: ["VipsForeignLoadSvg"] };
beforeAll(() => sharp.unblock(SVG));
afterAll(() => sharp.block(SVG));

/** A barcode as it is printed: black on white, `scale` pixels a module. */
const picture = ({ width, height, path }: Barcode, scale: number, tall = height) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${tall * scale}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

test.each(["OD48210973NG", "OD482109735NG", "RX1795368243620", "OD482109735NG-50"])(
  "[WAYBILL-1] [WAYBILL-4] a scanner reads %s from both codes of a label, however many digits it has",
  async (code) => {
    const address = `https://ona.example/track?code=${code}`;
    const { bars, qr } = await drawBarcodes(code, address);
    expect(await readCodes(await picture(bars, 3, 60))).toEqual([`Code128 ${code}`]);
    expect(await readCodes(await picture(qr, 6))).toEqual([`QRCode ${address}`]);
    expect(scannedTrackingCode(address)).toBe(code.replace(/-\d+$/, ""));
    const piece = code.endsWith("-50") ? 50 : null;
    expect(readPieceCode(address)).toEqual({ code: code.replace("-50", ""), piece });
  },
);

test("[PIECE-5] a scanner reads a sticker", async () => {
  const sticker = drawSticker((below) => Math.floor(Math.random() * below));
  expect(await readCodes(await picture(await drawBars(sticker), 3, 60))).toEqual([`Code128 ${sticker}`]);
});
