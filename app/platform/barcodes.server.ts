/** Draws barcodes as SVG paths. The drawing library is large, so it is loaded only when a label is first printed. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Barcode } from "../ui/barcode.ts";

/** The white margin that a scanner needs around a barcode, in modules (the narrowest bars or the squares). */
const QUIET = { code128: 10, qrcode: 4 };
/** The QR mask pattern. Each of the eight patterns is valid; choosing the best one takes ten times as long. */
const MASK = 1;

/**
 * Draws a Code 128 of `text` and a QR code of the URL `address`. Pauses after each barcode, so that other requests are
 * served.
 */
export async function drawBarcodes(text: string, address: string): Promise<{ bars: Barcode; qr: Barcode }> {
  const { default: bwip } = await import("bwip-js/node");
  const [bars] = bwip.raw("code128", text, "");
  await nextTurn();
  const [qr] = bwip.raw("qrcode", address, `eclevel=M mask=${MASK}`);
  await nextTurn();
  if (!bars || !("sbs" in bars) || !qr || !("pixs" in qr)) throw new Error("a barcode was not drawn");
  return { bars: linear(bars.sbs), qr: matrix(qr.pixs, qr.pixx, qr.pixy) };
}

export async function drawBars(text: string): Promise<Barcode> {
  const { default: bwip } = await import("bwip-js/node");
  const [bars] = bwip.raw("code128", text, "");
  await nextTurn();
  if (!bars || !("sbs" in bars)) throw new Error("a barcode was not drawn");
  return linear(bars.sbs);
}

export async function drawQr(address: string): Promise<Barcode> {
  const { default: bwip } = await import("bwip-js/node");
  const [qr] = bwip.raw("qrcode", address, `eclevel=M mask=${MASK}`);
  await nextTurn();
  if (!qr || !("pixs" in qr)) throw new Error("a barcode was not drawn");
  return matrix(qr.pixs, qr.pixx, qr.pixy);
}

/** Draws a barcode from the widths of its bars and spaces, which alternate. */
function linear(widths: readonly number[]): Barcode {
  let x = QUIET.code128;
  let path = "";
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return { width: x + QUIET.code128, height: 1, path };
}

/** Draws a QR code from its modules. Adjacent black modules of a row become one rectangle. */
function matrix(modules: readonly number[], columns: number, rows: number): Barcode {
  const quiet = QUIET.qrcode;
  let path = "";
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let run = 0;
      while (x + run < columns && modules[y * columns + x + run]) run++;
      if (run > 0) path += `M${x + quiet} ${y + quiet}h${run}v1h-${run}z`;
      x += run;
    }
  }
  return { width: columns + 2 * quiet, height: rows + 2 * quiet, path };
}
