/** BANK-3: turns the matched lines of a statement into payments, all in one transaction. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import { dayText } from "../../domain/dates.ts";
import { brokenUnique } from "../../platform/db/client.server.ts";
import { bankStatements, payments } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { accountsOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { afterPayments, type RecordedPayment } from "../payments/after-payments.server.ts";
import { refuse } from "./messages.ts";
import { recordForm } from "./statement-forms.ts";
import { STATEMENT_NOTE } from "./known-bookings.server.ts";
import { log, lockOpenStatement } from "./statements.server.ts";
import { matchStored, plannedLines, type PlannedLine } from "./stored-lines.server.ts";

const ROWS_A_STATEMENT = 1000;

/**
 * Records every matched line as a transfer, in kobo, with its log rows. Closes the transfer notices that these
 * transfers settle, and mails the receipts. Either all lines are recorded, or none. `plan` is the hash of the payments
 * that the page showed. Refuses a recorded statement, an outdated plan, unreadable rows unless they are left out, and a
 * statement without matched lines.
 */
export const recordStatement = operation({
  name: "bank_statements.record",
  by: staff("recordPayments"),
  act: "paid",
  input: recordForm,
  // The rows are matched again in a transaction of their own. So their new states stay stored if the request is
  // refused, and the page then shows them.
  prepare: async ({ services }, { id, plan }) => {
    const current = await transact(services.db, async (tx) => {
      const row = await lockOpenStatement({ tx }, { id });
      return "ok" in row || !row.matched ? null : matchStored(tx, { ...row, matched: row.matched });
    });
    return current === null || current === plan
      ? { ok: true, prepared: null }
      : refuse("conflict", "changed");
  },
  on: lockOpenStatement,
  run: async (work, { id, plan, leaveBroken }, { decisions, matched }) => {
    const { tx, at } = work;
    if (!matched) return refuse("conflict", "still_matching");
    if (matched.plan !== plan) return refuse("conflict", "changed");
    const seen = await plannedLines(tx, id);
    const accounts = await accountsOf(
      tx,
      seen.flatMap(({ parts }) => parts.map(({ code }) => code)),
    );
    // The bookings are row-locked now, so the amounts read here cannot change.
    const stored = { id, decisions, matched };
    if ((await matchStored(tx, stored)) !== plan) return refuse("conflict", "changed");
    if (matched.broken > 0 && !leaveBroken) return refuse("invalid", "broken_rows");
    const lines = await plannedLines(tx, id);
    if (lines.length === 0) return refuse("invalid", "nothing_matched");
    const recorded = await writePayments(work, { lines, accounts });
    if (!recorded) return refuse("conflict", "changed");
    const kobo = recorded.reduce((sum, one) => sum + one.kobo, 0);
    await tx
      .update(bankStatements)
      .set({ recordedAt: at, recordedPayments: recorded.length, recordedKobo: kobo })
      .where(eq(bankStatements.id, id));
    const what = `${recorded.length} payments of a bank statement, ${formatNaira(kobo)}`;
    await log(work, id, `Recorded ${what}`);
    await matchStored(tx, stored);
    return { ok: true, codes: [...new Set(recorded.map(({ account }) => account.code))] };
  },
  stored: ({ ok }) => ({ ok }),
  publish: ({ codes }) => ["money", ...codes.map((code): Topic => `booking:${code}`)],
});

/**
 * Adds the payments to the ledger; null if another person recorded one of these transfers at the same time. If a
 * transfer pays several bookings, the first payment has the bank's reference. The others have this reference followed
 * by a space and '(2)', '(3)' and so on. Such a reference is unique, because stored references of banks have no spaces.
 */
async function writePayments(
  work: Work<Admin>,
  { lines, accounts }: { lines: readonly PlannedLine[]; accounts: ReadonlyMap<string, BookingAccount> },
): Promise<RecordedPayment[] | null> {
  const { tx, at, act } = work;
  const actId = await act.id();
  const paid = new Map<string, number>();
  const rows: (typeof payments.$inferInsert)[] = [];
  const recorded: RecordedPayment[] = [];
  for (const line of lines) {
    for (const [place, { code, kobo }] of line.parts.entries()) {
      const account = accounts.get(code);
      if (!account || account.priceKobo === null) throw new Error("a matched booking has no account");
      const paidBefore = paid.get(code) ?? account.paidKobo;
      if (paidBefore + kobo > account.priceKobo)
        throw new Error("a matched booking would get more than is owed");
      paid.set(code, paidBefore + kobo);
      const reference = place === 0 ? line.key : `${line.key} (${place + 1})`;
      const note = `${STATEMENT_NOTE}${dayText(line.on)}, row ${line.row}`;
      const direction = "in" as const;
      rows.push({
        bookingId: account.id,
        method: "transfer",
        direction,
        kobo,
        reference,
        note,
        actId,
        at,
        ...act.by,
      });
      recorded.push({ account, method: "transfer", kobo, paidBefore });
    }
  }
  // The rows are inserted in order of reference, so that two statements with equal references do not deadlock.
  rows.sort((a, b) => (String(a.reference) < String(b.reference) ? -1 : 1));
  try {
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
      await tx.insert(payments).values(rows.slice(from, from + ROWS_A_STATEMENT));
  } catch (error) {
    // After this error the transaction can only roll back. The caller refuses if it gets null, and the refusal rolls
    // back.
    if (brokenUnique(error) === "payments_reference") return null;
    throw error;
  }
  await afterPayments(work, recorded);
  return recorded;
}
