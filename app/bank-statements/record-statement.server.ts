/** BANK-3: the matched lines of a statement become payments, all of them in one transaction. */
import { eq } from "drizzle-orm";
import type { Admin } from "../domain/actor.ts";
import { formatNaira } from "../domain/money.ts";
import { dayText } from "../domain/dates.ts";
import { brokenUnique, type Tx } from "../platform/db/client.server.ts";
import { bankStatements, payments } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  claimKey,
  findKey,
  findLockedKey,
  idempotencyKey,
  withClaimedKey,
} from "../platform/idempotency/idempotency.server.ts";
import type { Topic } from "../platform/live/live.server.ts";
import type { Services } from "../platform/services.server.ts";
import { accountsOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { afterPayments, type RecordedPayment } from "../payments/after-payments.server.ts";
import { by } from "../prices/money-events.server.ts";
import { STATEMENT_NOTE } from "./known-bookings.server.ts";
import type { MatchedLine } from "./match-statement.ts";
import { referenceOf } from "./statement-lines.ts";
import { log, matchRow, onOpenStatement } from "./statements.server.ts";

type Counts = { payments: number; kobo: number };
export type StatementRecorded = Result<unknown, "invalid" | "forbidden" | "not_found" | "conflict">;

const CHANGED =
  "Something changed since you looked: a payment, a price, or a decision about a row. Check the rows again, then record them.";
const ROWS_A_STATEMENT = 1000;

/**
 * Records every matched line as a transfer, in kobo, with its log rows; claims that they settle are closed, and receipts are
 * mailed. All or nothing. `plan` is what the page showed. Refuses roles that may not, a statement that is recorded, another
 * plan than the one seen, rows that cannot be read unless they are left out, and a statement without matched lines.
 */
export async function recordStatement(
  services: Services,
  admin: Admin,
  input: { id: string; plan: string; leaveBroken: boolean },
  key: string,
): Promise<StatementRecorded> {
  const form = idempotencyKey(services, key, input);
  const codes = new Set<string>();
  const done = await withClaimedKey<Counts, StatementRecorded>(
    services.db,
    form,
    {
      repeat: () => ({ ok: true }),
      conflict: () => "This form was already sent with other content. Load the page again.",
    },
    async () => {
      const result = await onceWritten(() =>
        onOpenStatement(services, admin, input.id, async (tx, row, at) => {
          if (await findLockedKey(tx, form)) return refuse("conflict", CHANGED);
          const before = await matchRow(tx, row);
          if (before.plan !== input.plan) return refuse("conflict", CHANGED);
          const seen = planned(before.lines);
          const accounts = await accountsOf(
            tx,
            seen.flatMap(({ parts }) => parts.map(({ code }) => code)),
          );
          // The bookings are locked now: what is left to pay on them stays as it is read here.
          const { lines, broken, plan } = await matchRow(tx, row);
          if (plan !== input.plan) return refuse("conflict", CHANGED);
          if (broken.length > 0 && !input.leaveBroken)
            return refuse("invalid", {
              leaveBroken: "Some rows cannot be read. Tick this to leave them out.",
            });
          if (seen.length === 0) return refuse("invalid", "No row is matched: there is nothing to record.");
          const recorded = await writePayments(services, tx, admin, at, { lines: planned(lines), accounts });
          for (const { account } of recorded) codes.add(account.code);
          const counts = {
            payments: recorded.length,
            kobo: recorded.reduce((sum, { kobo }) => sum + kobo, 0),
          };
          await tx
            .update(bankStatements)
            .set({ recordedAt: at, recordedPayments: counts.payments, recordedKobo: counts.kobo })
            .where(eq(bankStatements.id, input.id));
          const what = `${counts.payments} payments of a bank statement, ${formatNaira(counts.kobo)}`;
          await log(tx, admin, at, input.id, `Recorded ${what}`);
          await claimKey(tx, form, counts, at);
          return { ok: true };
        }),
      );
      // The same form, sent twice at once, finds that the first one recorded it.
      return result.ok || !(await findKey(services.db, form)) ? result : null;
    },
  );
  if (codes.size > 0) services.live.publish("money", ...[...codes].map((code): Topic => `delivery:${code}`));
  return done;
}

const planned = (lines: readonly MatchedLine[]) => lines.filter(({ state }) => state === "matched");

/** Where somebody recorded one of these transfers at the same moment, nothing was written. */
async function onceWritten(work: () => Promise<StatementRecorded>): Promise<StatementRecorded> {
  try {
    return await work();
  } catch (error) {
    if (brokenUnique(error) === "payments_reference") return refuse("conflict", CHANGED);
    throw error;
  }
}

/** The rows of the ledger. A transfer for several bookings has the bank's reference on the first, and ' (2)' and on behind it on the others: no bank's reference is kept with a space. */
async function writePayments(
  services: Services,
  tx: Tx,
  admin: Admin,
  at: Date,
  { lines, accounts }: { lines: readonly MatchedLine[]; accounts: ReadonlyMap<string, BookingAccount> },
): Promise<RecordedPayment[]> {
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
      const reference = place === 0 ? referenceOf(line) : `${referenceOf(line)} (${place + 1})`;
      const note = `${STATEMENT_NOTE}${dayText(line.on)}, row ${line.row}`;
      const direction = "in" as const;
      rows.push({
        deliveryId: account.id,
        method: "transfer",
        direction,
        kobo,
        reference,
        note,
        at,
        ...by(admin),
      });
      recorded.push({ account, method: "transfer", kobo, paidBefore });
    }
  }
  // In one order, so that two statements with the same references do not wait for each other in a ring.
  rows.sort((a, b) => (String(a.reference) < String(b.reference) ? -1 : 1));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(payments).values(rows.slice(from, from + ROWS_A_STATEMENT));
  await afterPayments(services, tx, admin, at, recorded);
  return recorded;
}
