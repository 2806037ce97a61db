/** BUSINESS-1: the words about businesses that book on account. Pure. */
import { wordsOf } from "./words-of.ts";

/** `asked` means that a customer applied for the account. */
export const BUSINESS_STATE_LABELS = { asked: "Applied", open: "Open", refused: "Refused", closed: "Closed" };
export type BusinessState = keyof typeof BUSINESS_STATE_LABELS;
export const BUSINESS_STATES = wordsOf(BUSINESS_STATE_LABELS);

/** Owners do everything. Managers book and see money. Clerks book. */
export const MEMBER_ROLE_LABELS = { owner: "Owner", manager: "Manager", clerk: "Clerk" };
export type MemberRole = keyof typeof MEMBER_ROLE_LABELS;
export const MEMBER_ROLES = wordsOf(MEMBER_ROLE_LABELS);

/** The choices for the number of days after which an invoice is due. */
export const TERMS_DAYS = [7, 14, 30] as const;

const MEMBER_MAY = {
  book: ["owner", "manager", "clerk"],
  seeMoney: ["owner", "manager"],
  manageMembers: ["owner"],
  readLog: ["owner"],
} as const satisfies Record<string, readonly MemberRole[]>;
export type MemberPermission = keyof typeof MEMBER_MAY;

export const memberMay = (role: MemberRole, permission: MemberPermission): boolean =>
  (MEMBER_MAY[permission] as readonly MemberRole[]).includes(role);

/**
 * The kinds of entries in a business's credit ledger, whose amounts are in kobo. `received`: money came in; `used`:
 * the money paid a booking; `returned`: a booking's payment was taken back; `reversed`: the money had been received
 * by mistake.
 */
export const BUSINESS_CREDIT_KINDS = ["received", "used", "returned", "reversed"] as const;

export const BUSINESS_METHODS = ["transfer", "pos", "online"] as const;

export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];
const NUMBER_BEGINS = { invoice: "INV", credit_note: "CN" } as const satisfies Record<InvoiceKind, string>;

/** Writes the number of an invoice or credit note as 'INV-2026-0001'. */
export const invoiceNumber = (kind: InvoiceKind, year: number, serial: number): string =>
  `${NUMBER_BEGINS[kind]}-${year}-${String(serial).padStart(4, "0")}`;

const NUMBER = /^(INV|CN)-(\d{4})-(\d{4,9})$/;

/** Reads the number of an invoice or credit note. Null for any other text. */
export function readInvoiceNumber(text: string): { kind: InvoiceKind; year: number; serial: number } | null {
  const [, begins, year, serial] = NUMBER.exec(text) ?? [];
  if (begins === undefined) return null;
  return { kind: begins === "INV" ? "invoice" : "credit_note", year: Number(year), serial: Number(serial) };
}
export const isInvoiceNumber = (code: string): boolean => readInvoiceNumber(code)?.kind === "invoice";

/** Matches an invoice number as people and banks write it: 'Inv 2026/0001', 'INV20260001'. */
const WRITTEN = /(?<![\p{L}\p{N}])INV[\s\-_/.]{0,3}(20\d\d)[\s\-_/.]{0,3}(\d{4,9})(?!\d)/giu;

/** Finds the invoice numbers in a text, in order, and returns the rest of the text too. */
export function invoiceNumbersIn(text: string): { numbers: string[]; rest: string } {
  const numbers = [...text.matchAll(WRITTEN)].map(([, year, serial]) =>
    invoiceNumber("invoice", Number(year), Number(serial)),
  );
  return { numbers: [...new Set(numbers)], rest: text.replace(WRITTEN, " ") };
}

/** The days on which a reminder of an invoice is sent, counted from the due day. */
export const REMIND_DAYS = { before: -3, after: 1, again: 14 } as const;
export type Reminder = keyof typeof REMIND_DAYS;
export const REMINDERS = ["before", "after", "again"] as const satisfies readonly Reminder[];

/** BUSINESS-9: the age groups of unpaid invoices, in days after the due day. */
export const INVOICE_AGES = [
  { name: "0–30", from: 0, to: 30 },
  { name: "31–60", from: 31, to: 60 },
  { name: "61–90", from: 61, to: 90 },
  { name: "Over 90", from: 91, to: Infinity },
] as const;

/** The seller or the buyer, as they were on the day of the invoice. */
export type InvoiceParty = {
  name: string;
  legalName?: string;
  address: string;
  rcNumber: string;
  tin: string;
};
