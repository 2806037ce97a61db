/** API-7: labels as a PDF in A6, one page for each piece. */
import PDFDocument from "pdfkit";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { formatDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { placeText } from "../../domain/states.ts";
import { formatWeight } from "../../domain/weight.ts";
import type { Waybill } from "../../parcels/waybills/waybill.ts";
import { FACES, runsOf } from "./label-faces.server.ts";

/** One millimetre in points. */
const MM = 72 / 25.4;
const PAGE = { width: 105 * MM, height: 148 * MM };
const EDGE = 5 * MM;
const WIDTH = PAGE.width - 2 * EDGE;

type Doc = InstanceType<typeof PDFDocument>;
type Style = { size: number; bold?: boolean; least?: number; lines?: number };

const faceName = (face: string, bold = false): string => (bold ? `${face} bold` : face);

/** The measured widths of words in a document, at a size of one point. */
const measured = new WeakMap<Doc, Map<string, number>>();

/** The width of a text. Layout is slow, so each text is measured once, and its width grows with the size. */
function widthOf(doc: Doc, text: string, size: number, bold = false): number {
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

/** The lines of a text in a width: broken between words, and inside a word that is wider than a line. */
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

/** A word in parts that fit a line. */
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

const MORE = "… see the booking";

/** Writes a text at a height, smaller if it needs more lines than it has. Returns the height below it. */
function write(doc: Doc, text: string, y: number, style: Style, x = EDGE, width = WIDTH): number {
  const { bold, least = style.size, lines: most = 1 } = style;
  let { size } = style;
  let lines = linesOf(doc, text, { size, bold }, width);
  while (lines.length > most && size > least)
    lines = linesOf(doc, text, { size: (size -= 0.5), bold }, width);
  if (lines.length > most) lines = [...lines.slice(0, most - 1), MORE];
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

function drawCode(
  doc: Doc,
  { width, height, path }: Waybill["bars"],
  x: number,
  y: number,
  w: number,
  h: number,
) {
  doc
    .save()
    .translate(x, y)
    .scale(w / width, h / height)
    .path(path)
    .fill("black")
    .restore();
}

function drawLabel(doc: Doc, label: Waybill, company: string): void {
  const { to, from, code, piece, pieces, door } = label;
  doc.fillColor("black");
  const service = label.returning ? "Return" : DELIVERY_TYPE_LABELS[label.service].name;
  write(doc, company, EDGE, { size: 12, bold: true, least: 8 }, EDGE, WIDTH * 0.6);
  const right = widthOf(doc, service, 13, true);
  write(doc, service, EDGE, { size: 13, bold: true }, PAGE.width - EDGE - right, right + 2);
  let y = EDGE + 20;
  const state = to.state === "FCT" ? "Abuja FCT" : to.state;
  y = write(doc, label.hub ? `${state} · ${label.hub}` : state, y, { size: 26, bold: true, least: 14 });
  y = write(doc, label.returning ? "Back to" : "To", y + 2, { size: 8 });
  y = write(doc, to.name, y, { size: 15, bold: true, least: 9, lines: 2 });
  y = write(doc, to.phone, y, { size: 17, bold: true });
  // The landmark comes first, because a rider reads it first; it is the last line of the address.
  const address = to.address.split("\n").toReversed().join("\n");
  y = write(doc, address, y, { size: 12, least: 7, lines: 6 });
  const alerts = [
    door.totalKobo > 0 ? `To collect: ${formatNaira(door.totalKobo)}` : "",
    label.mayLookInside ? "May look inside before paying" : "",
  ].filter(Boolean);
  if (alerts.length > 0)
    y = write(doc, alerts.join(" · "), y + 3, { size: 12, bold: true, least: 8, lines: 2 });
  const bottom = PAGE.height - EDGE;
  const square = 28 * MM;
  const barsAt = bottom - square - 26 * MM;
  drawCode(doc, label.bars, EDGE, barsAt, WIDTH, 15 * MM);
  const readable = readablePieceCode(code, piece ?? 1, pieces);
  const half = widthOf(doc, readable, 16, true) / 2;
  write(doc, readable, barsAt + 16 * MM, { size: 16, bold: true }, PAGE.width / 2 - half, WIDTH);
  drawCode(doc, label.qr, EDGE, bottom - square, square, square);
  const x = EDGE + square + 4 * MM;
  const width = PAGE.width - EDGE - x;
  const facts = `${formatWeight(label.weightKg)} · ${label.packageType} · ${piece === null ? `${pieces} piece` : `Piece ${piece} of ${pieces}`}`;
  let below = write(doc, facts, bottom - square, { size: 9, bold: true, least: 7, lines: 2 }, x, width);
  below = write(doc, `From ${from.name}`, below + 3, { size: 9, least: 7, lines: 2 }, x, width);
  below = write(doc, placeText(from), below, { size: 8, lines: 2, least: 7 }, x, width);
  write(doc, `Booked ${formatDate(label.bookedAt)}`, below, { size: 8 }, x, width);
}

/** The PDF of labels, in their order. */
export async function labelsPdf(
  labels: readonly Waybill[],
  company: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    // Without a font of its own, so that pdfkit reads no file at run time.
    font: null as unknown as string,
    info: { Title: "Labels" },
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
  for (const label of labels) {
    doc.addPage();
    drawLabel(doc, label, company);
  }
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
