/** API-7: labels as an A6 PDF. Each piece has one page. */
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { formatDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { placeText } from "../../domain/states.ts";
import { formatWeight } from "../../domain/weight.ts";
import type { Waybill } from "../../parcels/waybills/waybill.ts";
import {
  makePdf,
  MM,
  widthOf,
  drawText as writeText,
  type Doc,
  type Style,
} from "../../platform/pdf/pdf.server.ts";

const PAGE = { width: 105 * MM, height: 148 * MM };
const EDGE = 5 * MM;
const WIDTH = PAGE.width - 2 * EDGE;

/** Writes text on the label, by default in its full width without the edges. */
const write = (doc: Doc, text: string, y: number, style: Style, x = EDGE, width = WIDTH): number =>
  writeText(doc, text, y, { ...style, x, width, more: "… see the booking" });

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
  // The rider reads the landmark first. The address has the landmark as its last line, so the lines are reversed.
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

export const labelsPdf = (labels: readonly Waybill[], company: string): Promise<Uint8Array<ArrayBuffer>> =>
  makePdf({ size: [PAGE.width, PAGE.height], title: "Labels" }, (doc) => {
    for (const label of labels) {
      doc.addPage();
      drawLabel(doc, label, company);
    }
  });
