/** BUSINESS-6: one invoice or credit note for the page and the PDF. */
import { asc, eq } from "drizzle-orm";
import { invoiceNumber } from "../../domain/business.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { invoiceLines, invoices } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { findInvoiceId, listInvoices } from "./open-invoices.server.ts";
import { readCompanyAccount } from "../payments/company-account.server.ts";

export type InvoicePage = NonNullable<Awaited<ReturnType<typeof readInvoice>>>;

/** Reads an invoice of a business by the invoice's number, or returns null. Amounts are in kobo. */
export async function readInvoice(services: Services, businessId: string, number: string) {
  const { db } = services;
  const id = await findInvoiceId(db, businessId, number);
  if (!id) return null;
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id));
  if (!invoice) return null;
  const { kind, year, serial, issuedOn, dueOn, totalKobo, vatKobo, seller, buyer } = invoice;
  const open = (await listInvoices(db, businessId)).find((one) => one.id === id);
  return {
    number: invoiceNumber(kind, year, serial),
    ...{ kind, issuedOn, dueOn, totalKobo, vatKobo, seller, buyer },
    openKobo: open?.openKobo ?? 0,
    lines: await linesOf(db, id),
    account: await readCompanyAccount(db),
  };
}

const linesOf = (db: Db, invoiceId: string) =>
  db
    .select(pickColumns(invoiceLines, "id", "label", "costCentre", "kobo", "vatKobo"))
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, invoiceId))
    .orderBy(asc(invoiceLines.id));
