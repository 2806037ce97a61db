/** BANK-3: turns the matched lines of a statement into payments, all in one transaction. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import { dayText, lagosDay } from "../../domain/dates.ts";
import { freeSpelling } from "../../domain/payment.ts";
import { brokenUnique, type Tx } from "../../platform/db/client.server.ts";
import { bankStatements, payments } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { accountsOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { afterPayments, type RecordedPayment } from "../payments/after-payments.server.ts";
import { refuse } from "./messages.ts";
import { recordForm } from "./statement-forms.ts";
import {
  classOf,
  keepRecorded,
  lockAccountRows,
  nextPlaces,
  shapeHash,
  type RowToKeep,
} from "./bank-rows.server.ts";
import type { RowFacts } from "./known-rows.ts";
import { STATEMENT_NOTE, usedReferences } from "./recorded-transfers.server.ts";
import { log, lockOpenStatement, type StatementRow } from "./statements.server.ts";
import { markRecorded, matchStored, plannedLines, type PlannedLine } from "./stored-lines.server.ts";

const ROWS_A_STATEMENT = 1000;

/**
 * Records every matched line as a transfer, in kobo, with its log rows. Closes the transfer notices that these
 * transfers settle, and mails the receipts. Either all lines are recorded, or none. `plan` is the hash of the payments
 * that the page showed. Refuses a recorded statement, an outdated plan, rows that cannot be read unless the person says so, and a
 * statement without matched lines.
 */
export const recordStatement = operation({
  name: "bank_statements.record",
  by: staff("decideStatements"),
  act: "paid",
  input: recordForm,
  // The rows are matched again in a transaction of their own. So their new states stay stored if the request is
  // refused, and the page then shows them.
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
    const accounts = await accountsOf(
      tx,
      seen.flatMap(({ parts }) => parts.map(({ code }) => code)),
    );
    await lockAccountRows(tx, statement.account);
    // The bookings and the account's rows are locked now, so what is read here cannot change.
    const stored = { ...fileOf(statement), matched };
    if ((await matchStored(tx, stored)) !== plan) return refuse("conflict", "changed");
    if (matched.counts.broken > 0 && !leaveUnread) return refuse("invalid", "unread_rows");
    const lines = await plannedLines(tx, id);
    if (lines.length === 0) return refuse("invalid", "nothing_matched");
    const recorded = await writePayments(work, { lines, accounts, statement });
    if (!recorded) return refuse("conflict", "changed");
    const kobo = recorded.reduce((sum, one) => sum + one.kobo, 0);
    await tx
      .update(bankStatements)
      .set({ recordedAt: at, recordedPayments: recorded.length, recordedKobo: kobo })
      .where(eq(bankStatements.id, id));
    const what = `${recorded.length} payments of a bank statement, ${formatNaira(kobo)}`;
    await log(work, id, `Recorded ${what}`);
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

/** A line with its facts and its place among equal rows of the account. */
type Placed = PlannedLine & { facts: RowFacts; place: number };

/** Gives each line its place, behind the rows that are stored. A row that cannot be read counts on the day of recording. */
async function placed(
  tx: Tx,
  account: string,
  lines: readonly PlannedLine[],
  today: string,
): Promise<Placed[]> {
  const all = lines.map((line) => {
    const kobo = line.kobo ?? line.parts.reduce((sum, part) => sum + part.kobo, 0);
    const { direction, balance, words } = line;
    return { ...line, facts: { on: line.on ?? today, kobo, direction, balance, words }, place: 0 };
  });
  const places = await nextPlaces(
    tx,
    account,
    all.map(({ facts }) => facts),
  );
  return all.map((line) => {
    const own = classOf(line.facts);
    const place = (places.get(own) ?? 0) + 1;
    places.set(own, place);
    return { ...line, place };
  });
}

/**
 * The reference of a line's payment: the bank's, where it tells the line apart and no other payment has it, else the
 * row's own, made from what the row is known by. One that a reversed payment has gets a number.
 */
async function referencesFor(
  { services, tx }: Pick<Work<Admin>, "services" | "tx">,
  account: string,
  lines: readonly Placed[],
): Promise<string[]> {
  const keys = lines.flatMap(({ key }) => (key === "" ? [] : [key]));
  const used = await usedReferences(tx, keys);
  return lines.map(({ key, place, facts }) => {
    const reversed = used.get(key);
    const free = reversed?.every(Boolean)
      ? freeSpelling(
          key,
          [...used.keys()].filter((one) => one.startsWith(key)),
        )
      : key;
    if (key !== "" && (reversed === undefined || free !== key)) return free;
    const own = deriveToken(services.secret, `bank-reference:${account} ${classOf(facts)} ${place}`);
    const letters = own
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "")
      .slice(0, 14);
    return `STATEMENT-${facts.on.replaceAll("-", "")}-${facts.kobo}-${letters}`;
  });
}

/**
 * Adds the payments to the ledger, and the bank's rows; null if another person recorded one of these transfers at the
 * same time. If a transfer pays several bookings, the first payment has the line's reference. The others have this
 * reference followed by a space and '(2)', '(3)' and so on. Such a reference is unique, because stored references of
 * banks have no spaces.
 */
async function writePayments(
  work: Work<Admin>,
  {
    lines,
    accounts,
    statement,
  }: {
    lines: readonly PlannedLine[];
    accounts: ReadonlyMap<string, BookingAccount>;
    statement: StatementRow;
  },
): Promise<RecordedPayment[] | null> {
  const { tx, at, act } = work;
  const actId = await act.id();
  const paid = new Map<string, number>();
  const rows: (typeof payments.$inferInsert & { id: string })[] = [];
  const recorded: RecordedPayment[] = [];
  const all = await placed(tx, statement.account, lines, lagosDay(at));
  const references = await referencesFor(work, statement.account, all);
  const bankRows: (RowToKeep & { place: number })[] = [];
  for (const [n, line] of all.entries()) {
    for (const [place, { code, kobo }] of line.parts.entries()) {
      const account = accounts.get(code);
      if (!account || account.priceKobo === null) throw new Error("a matched booking has no account");
      const paidBefore = paid.get(code) ?? account.paidKobo;
      if (paidBefore + kobo > account.priceKobo)
        throw new Error("a matched booking would get more than is owed");
      paid.set(code, paidBefore + kobo);
      const id = randomUUID();
      const reference = place === 0 ? references[n] : `${references[n]} (${place + 1})`;
      const note = `${STATEMENT_NOTE}${dayText(line.facts.on)}, row ${line.row}`;
      const direction = "in" as const;
      rows.push({
        id,
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
      if (place === 0) bankRows.push({ ...line.facts, place: line.place, paymentId: id });
      recorded.push({ account, method: "transfer", kobo, paidBefore });
    }
  }
  // The rows are inserted in order of reference, so that two statements with equal references do not deadlock.
  rows.sort((a, b) => (String(a.reference) < String(b.reference) ? -1 : 1));
  const file = { ...fileOf(statement), statementId: statement.id, at, byName: act.by.byName };
  try {
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
      await tx.insert(payments).values(rows.slice(from, from + ROWS_A_STATEMENT));
    await keepRecorded(tx, file, bankRows);
  } catch (error) {
    // After this error the transaction can only roll back. The caller refuses if it gets null, and the refusal rolls
    // back.
    const broken = brokenUnique(error);
    if (broken === "payments_reference" || broken === "bank_rows_once") return null;
    throw error;
  }
  await afterPayments(work, recorded);
  return recorded;
}
