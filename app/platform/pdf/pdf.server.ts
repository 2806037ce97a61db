/**
 * Writes texts and documents as PDF. Each character is drawn from a typeface that has it. A text is broken between
 * words, and gets smaller if it needs more lines than allowed.
 */
import PDFDocument from "pdfkit";
import { FACES, runsOf } from "./faces.server.ts";

/** One millimetre in points. */
export const MM = 72 / 25.4;

export type Doc = InstanceType<typeof PDFDocument>;
export type Style = { size: number; bold?: boolean; least?: number; lines?: number };

const faceName = (face: string, bold = false): string => (bold ? `${face} bold` : face);

/** The widths of a document's words, at a size of one point. */
const measured = new WeakMap<Doc, Map<string, number>>();

/** Returns the width of a text. Measuring is slow, so each text is measured once, at a size of one point. */
export function widthOf(doc: Doc, text: string, size: number, bold = false): number {
  let known = measured.get(doc);
  if (!known) measured.set(doc, (known = new Map()));
  const key = `${bold} ${text}`;
  let width = known.get(key);
  if (width === undefined) {
    width = 0;
    for (const run of runsOf(text))
      width += doc.font(faceName(run.face, bold)).fontSize(100).widthOfString(run.text) / 100;
    known.set(key, width);
  }
  return width * size;
}

/** Breaks a text into lines: between words, and inside a word that is wider than a line. */
function linesOf(doc: Doc, text: string, { size, bold }: Style, width: number): string[] {
  const lines: string[] = [];
  const space = widthOf(doc, " ", size, bold);
  for (const part of text.split("\n")) {
    let line: string[] = [];
    let used = 0;
    for (const word of part
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((one) => broken(doc, one, { size, bold }, width))) {
      const wide = widthOf(doc, word, size, bold);
      if (line.length > 0 && used + space + wide > width) {
        lines.push(line.join(" "));
        [line, used] = [[], 0];
      }
      used += (line.length > 0 ? space : 0) + wide;
      line.push(word);
    }
    lines.push(line.join(" "));
  }
  return lines;
}

/** Breaks a word into parts that are not wider than a line. */
function broken(doc: Doc, word: string, { size, bold }: Style, width: number): string[] {
  if (widthOf(doc, word, size, bold) <= width) return [word];
  const parts: string[] = [];
  let [part, used] = ["", 0];
  for (const sign of word) {
    const wide = widthOf(doc, sign, size, bold);
    if (part && used + wide > width) {
      parts.push(part);
      [part, used] = ["", 0];
    }
    part += sign;
    used += wide;
  }
  return [...parts, part];
}

/**
 * Writes a text, in a smaller size if it needs more lines than allowed. Returns the vertical position below the text.
 */
export function drawText(
  doc: Doc,
  text: string,
  y: number,
  { x, width, more = "…", ...style }: Style & { x: number; width: number; more?: string },
): number {
  const { bold, least = style.size, lines: most = 1 } = style;
  let { size } = style;
  let lines = linesOf(doc, text, { size, bold }, width);
  while (lines.length > most && size > least)
    lines = linesOf(doc, text, { size: (size -= 0.5), bold }, width);
  if (lines.length > most) lines = [...lines.slice(0, most - 1), more];
  for (const line of lines) {
    let at = x;
    for (const run of runsOf(line)) {
      doc.font(faceName(run.face, bold)).fontSize(size).text(run.text, at, y, { lineBreak: false });
      at += doc.widthOfString(run.text);
    }
    y += size * 1.25;
  }
  return y;
}

/** Makes a PDF. `draw` adds the pages. */
export async function makePdf(
  { size, title }: { size: [number, number]; title: string },
  draw: (doc: Doc) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    // The default font is null, because pdfkit would read the file of its own default font at run time.
    font: null as unknown as string,
    info: { Title: title },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((done, fail) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", done);
    doc.on("error", fail);
  });
  for (const { face, plain, bold } of FACES) {
    doc.registerFont(face, plain);
    doc.registerFont(faceName(face, true), bold);
  }
  draw(doc);
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
