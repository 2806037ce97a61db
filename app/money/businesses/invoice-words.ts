/** The words of invoices and credit notes. Pure. */
import type { InvoiceKind, InvoiceParty } from "../../domain/business.ts";

export const documentName = (kind: InvoiceKind): string => (kind === "invoice" ? "Invoice" : "Credit note");

/** Writes the lines about a seller or buyer: names, address, numbers. Unknown facts are left out. */
export const partyLines = ({ name, legalName = "", address, rcNumber, tin }: InvoiceParty): string[] =>
  [
    name,
    legalName === name ? "" : legalName,
    ...address.split("\n"),
    [rcNumber && (/^rc/i.test(rcNumber) ? rcNumber : `RC ${rcNumber}`), tin && `TIN ${tin}`]
      .filter(Boolean)
      .join(" · "),
  ].filter((line) => line.trim() !== "");
