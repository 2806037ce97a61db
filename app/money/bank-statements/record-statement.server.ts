/** BANK-3: turns the matched lines of a statement into payments, all in one transaction. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import { dayText, lagosDay } from "../../domain/dates.ts";
import { brokenUnique } from "../../platform/db/client.server.ts";
import { bankStatements, payments } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { accountsOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { afterPayments, type RecordedPayment } from "../payments/payment-entries.server.ts";
import { refuse } from "./messages.ts";
import { recordForm } from "./statement-page-forms.ts";
import { keepRecorded, lockAccountRows, shapeHash, type RowToKeep } from "./bank-rows.server.ts";
import {
  addSent,
  lockBusinessesOf,
  paySent,
  type Payee,
  type SentToPayee,
} from "./record-for-businesses.server.ts";
import { placedLines, referencesFor } from "./placed-lines.server.ts";
import { STATEMENT_NOTE } from "./recorded-transfers.server.ts";
import { logStatement, lockOpenStatement, type StatementRow } from "./statements.server.ts";
import { markRecorded, matchStored, plannedLines, type PlannedLine } from "./stored-lines.server.ts";

const ROWS_A_STATEMENT = 1000;
/** The constraints that are violated if another person records the same transfer at the same time. */
const TAKEN_MEANWHILE = new Set(["payments_reference", "business_credits_reference", "bank_rows_once"]);

/**
 * Records all matched lines as transfers in kobo, or records nothing. Writes log rows, closes the transfer notices
 * that the transfers settle, and mails the receipts. `plan` is the hash of the payments on the page. Refuses a
 * recorded statement, an outdated plan, a statement without matched lines, and unreadable rows unless the person
 * accepts them.
 */
export const recordStatement = operation({
  name: "bank_statements.record",
  by: staff("decideStatements"),
  act: "paid",
  input: recordForm,
  // The rows are matched again in a separate transaction. So a refusal keeps the new states of the rows, and the page
  // then shows these states.
  prepare: async ({ services }, { id, plan }) => {
    const current = await transact(services.db, async (tx) => {
      const row = await lockOpenStatement({ tx }, { id });
      return "ok" in row || !row.matched ? null : matchStored(tx, { ...fileOf(row), matched: row.matched });
    });
    return current === null || current === plan
      ? { ok: true, prepared: null }
      : refuse("conflict", "changed");
  },
  on: lockOpenStatement,
  run: async (work, { id, plan, leaveUnread }, statement) => {
    const { tx, at } = work;
    const { matched } = statement;
    if (!matched) return refuse("conflict", "still_matching");
    if (matched.plan !== plan) return refuse("conflict", "changed");
    const seen = await plannedLines(tx, id);
    const codes = seen.flatMap(({ parts }) => parts.map(({ code }) => code));
    const { payees, open } = await lockBusinessesOf(tx, codes);
    const accounts = await accountsOf(tx, [...codes, ...open]);
    await lockAccountRows(tx, statement.account);
    // The bookings and the account's rows are locked now, so the data read here cannot change.
    const stored = { ...fileOf(statement), matched };
    if ((await matchStored(tx, stored)) !== plan) return refuse("conflict", "changed");
    if (matched.counts.broken > 0 && !leaveUnread) return refuse("invalid", "unread_rows");
    const lines = await plannedLines(tx, id);
    if (lines.length === 0) return refuse("invalid", "nothing_matched");
    const written = await writePayments(work, { lines, accounts, payees, statement });
    if (!written) return refuse("conflict", "changed");
    const { recorded, sent } = written;
    const kobo = [...recorded, ...sent].reduce((sum, one) => sum + one.kobo, 0);
    const count = recorded.length + sent.length;
    await tx
      .update(bankStatements)
      .set({ recordedAt: at, recordedPayments: count, recordedKobo: kobo })
      .where(eq(bankStatements.id, id));
    const what = `${count} payments of a bank statement, ${formatNaira(kobo)}`;
    await logStatement(work, id, `Recorded ${what}`);
    await markRecorded(tx, id, matched);
    return { ok: true, codes: [...new Set(recorded.map(({ account }) => account.code))] };
  },
  stored: ({ ok }) => ({ ok }),
  publish: ({ codes }) => ["money", ...codes.map((code): Topic => `booking:${code}`)],
});

const fileOf = ({ id, account, preview, decisions }: StatementRow) => ({
  id,
  account,
  shape: shapeHash(preview.heading),
  decisions,
});

type Planning = {
  lines: readonly PlannedLine[];
  accounts: ReadonlyMap<string, BookingAccount>;
  payees: ReadonlyMap<string, Payee>;
  statement: StatementRow;
};
type Plan = {
  rows: (typeof payments.$inferInsert & { id: string })[];
  recorded: RecordedPayment[];
  bankRows: (RowToKeep & { place: number })[];
  sent: SentToPayee[];
  /** The bank rows whose money is in a business's ledger, by the index in `sent`. */
  rowsOfSent: Map<number, RowToKeep & { place: number }>;
};

/**
 * Plans the payments. If a transfer pays several bookings, the first payment has the line's reference. The other
 * payments have this reference with a space and '(2)', '(3)' and so on at its end. Such a reference is unique, because
 * stored references of banks have no spaces.
 */
async function planPayments(
  work: Work<Admin>,
  { lines, accounts, payees, statement }: Planning,
): Promise<Plan> {
  const { tx, at, act } = work;
  const actId = await act.id();
  const paid = new Map<string, number>();
  const plan: Plan = { rows: [], recorded: [], bankRows: [], sent: [], rowsOfSent: new Map() };
  const all = await placedLines(tx, statement.account, lines, lagosDay(at));
  const references = await referencesFor(work, statement.account, all);
  for (const [n, line] of all.entries()) {
    for (const [place, { code, kobo }] of line.parts.entries()) {
      const reference = place === 0 ? references[n]! : `${references[n]} (${place + 1})`;
      const note = `${STATEMENT_NOTE}${dayText(line.facts.on)}, row ${line.row}`;
      const bankRow = { ...line.facts, place: line.place };
      const payee = payees.get(code);
      if (payee) {
        if (place === 0) plan.rowsOfSent.set(plan.sent.length, { ...bankRow, paymentId: null });
        plan.sent.push({ payee, kobo, reference, note });
        continue;
      }
      const account = accounts.get(code);
      if (!account || account.priceKobo === null) throw new Error("a matched booking has no account");
      const paidBefore = paid.get(code) ?? account.paidKobo;
      if (paidBefore + kobo > account.priceKobo)
        throw new Error("a matched booking would get more than is owed");
      paid.set(code, paidBefore + kobo);
      const id = randomUUID();
      plan.rows.push({
        ...{ id, bookingId: account.id, method: "transfer", direction: "in", kobo, reference, note },
        ...{ actId, at, ...act.by },
      });
      if (place === 0) plan.bankRows.push({ ...bankRow, paymentId: id });
      plan.recorded.push({ account, method: "transfer", kobo, paidBefore });
    }
  }
  // Rows are inserted in order of reference, so that two statements with the same references do not deadlock.
  plan.rows.sort((a, b) => (String(a.reference) < String(b.reference) ? -1 : 1));
  return plan;
}

/** Writes the payments. Returns null if another person recorded one of these transfers at the same time. */
async function writePayments(work: Work<Admin>, planning: Planning): Promise<Plan | null> {
  const { tx, at, act } = work;
  const { statement } = planning;
  const plan = await planPayments(work, planning);
  const { rows, recorded, bankRows, sent, rowsOfSent } = plan;
  const file = { ...fileOf(statement), statementId: statement.id, at, byName: act.by.byName };
  try {
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
      await tx.insert(payments).values(rows.slice(from, from + ROWS_A_STATEMENT));
    for (const [nth, creditId] of (await addSent(work, sent)).entries()) {
      const row = rowsOfSent.get(nth);
      if (row) bankRows.push({ ...row, creditId });
    }
    await keepRecorded(tx, file, bankRows);
  } catch (error) {
    // After this error the transaction can only roll back. The caller refuses on null, and the refusal rolls back.
    const broken = brokenUnique(error);
    if (broken !== null && TAKEN_MEANWHILE.has(broken)) return null;
    throw error;
  }
  await afterPayments(work, recorded);
  await paySent(work, sent);
  return plan;
}
