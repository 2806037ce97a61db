/** BUSINESS-6: an invoice or credit note as a PDF in A4. */
import type { InvoiceParty } from "../../domain/business.ts";
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { makePdf, MM, widthOf, drawText, type Doc, type Style } from "../../platform/pdf/pdf.server.ts";
import { documentName, partyLines } from "./invoice-words.ts";
import type { InvoicePage } from "./read-invoice.server.ts";

const PAGE = { width: 210 * MM, height: 297 * MM };
const EDGE = 18 * MM;
const RIGHT = PAGE.width - EDGE;
const WIDTH = RIGHT - EDGE;
/** No line starts below this height. */
const BOTTOM = PAGE.height - 22 * MM;
const AMOUNT = 34 * MM;

function right(doc: Doc, text: string, y: number, style: Style, edge = RIGHT): number {
  const width = widthOf(doc, text, style.size, style.bold);
  return drawText(doc, text, y, { ...style, x: edge - width, width: width + 1 });
}

function party(doc: Doc, title: string, of: InvoiceParty, { x, y }: { x: number; y: number }): number {
  const width = WIDTH / 2 - 6 * MM;
  let at = drawText(doc, title, y, { size: 8, x, width });
  for (const [n, line] of partyLines(of).entries())
    at = drawText(doc, line, at, { size: n === 0 ? 11 : 9.5, bold: n === 0, lines: 4, least: 7, x, width });
  return at;
}

function rule(doc: Doc, y: number): number {
  doc.moveTo(EDGE, y).lineTo(RIGHT, y).lineWidth(0.7).stroke("black");
  return y + 5;
}

function heading(doc: Doc, y: number): number {
  drawText(doc, "Parcel", y, { size: 8.5, bold: true, x: EDGE, width: WIDTH });
  right(doc, "VAT in it", y, { size: 8.5, bold: true }, RIGHT - AMOUNT);
  return rule(doc, right(doc, "Amount", y, { size: 8.5, bold: true }) + 2);
}

function head(doc: Doc, page: InvoicePage): number {
  doc.fillColor("black");
  const title = `${documentName(page.kind)} ${page.number}`;
  let y = drawText(doc, title, EDGE, { size: 20, bold: true, x: EDGE, width: WIDTH });
  const due = page.kind === "invoice" ? `. Due on ${dayText(page.dueOn)}` : "";
  y = drawText(doc, `Issued on ${dayText(page.issuedOn)}${due}`, y + 2, { size: 10, x: EDGE, width: WIDTH });
  y += 8 * MM;
  const seller = party(doc, "From", page.seller, { x: EDGE, y });
  const buyer = party(doc, "To", page.buyer, { x: EDGE + WIDTH / 2 + 3 * MM, y });
  return Math.max(seller, buyer) + 8 * MM;
}

function draw(doc: Doc, page: InvoicePage): void {
  doc.addPage();
  let y = heading(doc, head(doc, page));
  for (const { label, costCentre, kobo, vatKobo } of page.lines) {
    if (y > BOTTOM) {
      doc.addPage();
      doc.fillColor("black");
      y = heading(doc, EDGE);
    }
    const text = costCentre ? `${label} (${costCentre})` : label;
    const below = drawText(doc, text, y, {
      size: 9.5,
      lines: 2,
      least: 8,
      x: EDGE,
      width: WIDTH - 2 * AMOUNT,
    });
    right(doc, formatNaira(vatKobo), y, { size: 9.5 }, RIGHT - AMOUNT);
    right(doc, formatNaira(kobo), y, { size: 9.5 });
    y = below + 2;
  }
  if (y > BOTTOM - 30 * MM) {
    doc.addPage();
    doc.fillColor("black");
    y = EDGE;
  }
  y = rule(doc, y + 2);
  drawText(doc, "Total, VAT included", y, { size: 12, bold: true, x: EDGE, width: WIDTH / 2 });
  y = right(doc, formatNaira(page.totalKobo), y, { size: 12, bold: true });
  drawText(doc, "VAT in it", y, { size: 9.5, x: EDGE, width: WIDTH / 2 });
  y = right(doc, formatNaira(page.vatKobo), y, { size: 9.5 }) + 6 * MM;
  if (page.kind !== "invoice" || !page.account) return;
  const { bank, accountNumber, accountName } = page.account;
  const pay = `Pay to ${bank} ${accountNumber}, ${accountName}. Reference: ${page.number}`;
  drawText(doc, pay, y, { size: 10, lines: 3, x: EDGE, width: WIDTH });
}

/** Makes the PDF. Lines, seller and buyer come from the invoice. The bank account is the company's current account. */
export const invoicePdf = (page: InvoicePage): Promise<Uint8Array<ArrayBuffer>> =>
  makePdf({ size: [PAGE.width, PAGE.height], title: `${documentName(page.kind)} ${page.number}` }, (doc) =>
    draw(doc, page),
  );

export const pdfResponse = async (page: InvoicePage): Promise<Response> =>
  new Response(await invoicePdf(page), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${page.number}.pdf"`,
      "Cache-Control": "no-store",
    },
  });
