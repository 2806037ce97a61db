/** BUSINESS-8: the invoices that lines of a statement may pay, found by invoice number or business name. */
import { sql } from "drizzle-orm";
import { isInvoiceNumber } from "../../domain/business.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { businessCredits, businesses } from "../../platform/db/schema.ts";
import { findInvoices, type OpenInvoice } from "../businesses/open-invoices.server.ts";
import type { ByReference } from "./recorded-transfers.server.ts";
import { inSteps, STATEMENT_NOTE } from "./recorded-transfers.server.ts";
import type { KnownForMatching, KnownBooking } from "./matching.ts";
import { plainWords } from "./taken-back.ts";

type Reader = Pick<Db, "select" | "execute">;
type Named = { row: number; direction: "in" | "out"; text: string; codes: { stated: string[] } };

/** Names with fewer letters are not searched, because they occur in too many narrations. */
const LEAST_LETTERS = 5;
/** The words for a company's legal form, at the end of a business's name. A name has at most 120 characters. */
const LEGAL_FORM = /(?: (?:LTD|LIMITED|PLC|NIG|NIGERIA|ENTERPRISES?|VENTURES))+$/;
const nameIn = (business: string): string => plainWords(business).replace(LEGAL_FORM, "");

/**
 * Reads the invoices with these numbers, and the oldest open invoice of each business that a line names without a
 * code.
 */
export async function readInvoices(
  db: Reader,
  codes: readonly string[],
  lines: readonly Named[],
): Promise<{ invoices: Map<string, KnownBooking>; named: KnownForMatching["named"] }> {
  const open = await findInvoices(db, null);
  const oldest = new Map<string, OpenInvoice>();
  for (const one of open) if (!oldest.has(one.businessId)) oldest.set(one.businessId, one);
  const names = [...oldest.values()]
    .map((one) => ({ one, words: ` ${nameIn(one.business)} ` }))
    .filter(({ words }) => words.trim().length >= LEAST_LETTERS);
  const named = new Map<number, { business: string; code: string }>();
  for (const {
    row,
    direction,
    text,
    codes: { stated },
  } of names.length > 0 ? lines : []) {
    if (direction === "out" || stated.length > 0) continue;
    const said = ` ${plainWords(text)} `;
    const [found, ...more] = names.filter(({ words }) => said.includes(words));
    if (found && more.length === 0) named.set(row, { business: found.one.business, code: found.one.number });
  }
  const numbers = [
    ...new Set([...codes.filter(isInvoiceNumber), ...[...named.values()].map(({ code }) => code)]),
  ];
  const asked = numbers.length > 0 ? await findInvoices(db, numbers) : [];
  const byHand = await readByHand(db, asked);
  return {
    named,
    invoices: new Map(
      asked.map(({ number: code, openKobo, issuedOn, businessId, openOfBusiness }) => [
        code,
        {
          ...{ code, leftKobo: openKobo, noticeKobo: null, bookedOn: issuedOn, openOfBusiness },
          byHandKobo: byHand.get(businessId) ?? [],
        },
      ]),
    ),
  };
}

const isReversed = sql`exists (select from ${businessCredits} r where r.reverses = ${businessCredits.id})`;

/** Reads the transfers (in kobo) that staff recorded by hand for these businesses. */
async function readByHand(db: Reader, asked: readonly OpenInvoice[]): Promise<Map<string, number[]>> {
  const rows = await inSteps(
    asked.map(({ businessId }) => businessId),
    (some) =>
      db
        .select({ businessId: businessCredits.businessId, kobo: businessCredits.kobo })
        .from(businessCredits)
        .where(
          sql`${businessCredits.businessId} = any(${sql.param(some)}::uuid[]) and ${businessCredits.method} = 'transfer'
            and coalesce(${businessCredits.note}, '') not like ${`${STATEMENT_NOTE}%`} and not ${isReversed}`,
        ),
  );
  const found = new Map<string, number[]>();
  for (const { businessId, kobo } of rows) found.set(businessId, [...(found.get(businessId) ?? []), kobo]);
  return found;
}

/** Finds the references that are already recorded for money of a business. */
export async function readCreditReferences(
  db: Reader,
  references: readonly string[],
): Promise<[string, ByReference][]> {
  const rows = await inSteps(references, (some) =>
    db
      .select({
        reference: businessCredits.reference,
        kobo: businessCredits.kobo,
        name: businesses.name,
        reversed: sql<boolean>`${isReversed}`,
      })
      .from(businessCredits)
      .innerJoin(businesses, sql`${businesses.id} = ${businessCredits.businessId}`)
      .where(
        sql`${businessCredits.method} = 'transfer' and ${businessCredits.reference} = any(${sql.param(some)}::text[])`,
      ),
  );
  return rows.map(({ reference, kobo, name, reversed }) => [
    reference ?? "",
    (line) =>
      kobo === line.kobo && !reversed
        ? { kind: "recorded", why: `Recorded already, on ${name}` }
        : { kind: "question", why: `Another transfer with this reference was recorded on ${name}` },
  ]);
}
