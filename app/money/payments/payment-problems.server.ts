/** ONLINE-3: online payments that do not match the amount owed. Staff resolve these problems and record how. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordOnBooking } from "../../access/record-activity.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bankRows, bookings, onlinePayments, payments } from "../../platform/db/schema.ts";
import { ofBooking } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { lockAccount, moneyTopics } from "../prices/lock-account.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { problemForm } from "./notice-forms.ts";
import { refuse } from "./messages.ts";

const SHOWN = 50;
const OPEN = and(eq(onlinePayments.state, "problem"), isNull(onlinePayments.closedAt));

export type PaymentProblem = Awaited<ReturnType<typeof listPaymentProblems>>[number];

/** Lists the oldest 50 open problems. `kobo` is the amount due. `receivedAmount` is in hundredths of the currency. */
export function listPaymentProblems(db: Db) {
  const { id, reference, kobo, pays, problem, receivedAmount, receivedCurrency, createdAt } = onlinePayments;
  return db
    .select({
      id,
      reference,
      kobo,
      pays,
      problem,
      receivedAmount,
      receivedCurrency,
      createdAt,
      code: bookings.trackingCode,
    })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
    .where(OPEN)
    .orderBy(asc(onlinePayments.createdAt), asc(id))
    .limit(SHOWN);
}

const OPEN_ROW = and(
  eq(bankRows.outcome, "taken_back"),
  isNull(bankRows.closedAt),
  sql`not exists (select from ${payments} r where r.reverses = ${payments.id})`,
);
export type TakenBackPayment = Awaited<ReturnType<typeof listTakenBack>>[number];

/**
 * PAY-9: lists the oldest 50 outgoing transfers in bank statements that seem to pay back a recorded payment. Rows with
 * a reversed payment or a closed problem are left out.
 */
export function listTakenBack(db: Db) {
  return db
    .select({
      id: bankRows.id,
      code: bookings.trackingCode,
      paymentId: payments.id,
      kobo: payments.kobo,
      paidAt: payments.at,
      reference: payments.reference,
      day: bankRows.day,
      account: bankRows.account,
    })
    .from(bankRows)
    .innerJoin(payments, eq(payments.id, bankRows.paymentId))
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(OPEN_ROW)
    .orderBy(asc(bankRows.at), asc(bankRows.id))
    .limit(SHOWN);
}

/**
 * PAY-9: closes an outgoing transfer of `listTakenBack` without a reversal: the transfer did not pay the payment back,
 * or staff settled it in another way.
 */
export const closeTakenBack = operation({
  name: "payments.close_taken_back",
  by: staff("recordPayments"),
  input: ofBooking(problemForm),
  on: lockAccount,
  run: async ({ tx, actor, at }, { problemId, note }, account) => {
    const [closed] = await tx
      .update(bankRows)
      .set({ closedAt: at, closedNote: note, closedByName: shownAuthor(actor).byName })
      .from(payments)
      .where(
        and(
          eq(bankRows.id, problemId),
          eq(payments.id, bankRows.paymentId),
          eq(payments.bookingId, account.id),
          OPEN_ROW,
        ),
      )
      .returning({ day: bankRows.day });
    if (!closed) return refuse("conflict", "problem_closed");
    const text = `money out of ${closed.day} dealt with`;
    await recordOnBooking({ tx, actor, at }, account, "close_payment_problem", text);
    return { ok: true };
  },
  publish: moneyTopics,
});

/** Closes a resolved problem with staff's note and a log row. Refuses a closed problem. */
export const closePaymentProblem = operation({
  name: "payments.close_problem",
  by: staff("recordPayments"),
  input: ofBooking(problemForm),
  on: lockAccount,
  run: async ({ tx, actor, at }, { problemId, note }, account) => {
    const [closed] = await tx
      .update(onlinePayments)
      .set({ closedAt: at, closedNote: note, closedByName: shownAuthor(actor).byName })
      .where(and(eq(onlinePayments.id, problemId), eq(onlinePayments.bookingId, account.id), OPEN))
      .returning({ reference: onlinePayments.reference });
    if (!closed) return refuse("conflict", "problem_closed");
    const text = `online payment ${closed.reference} dealt with`;
    await recordOnBooking({ tx, actor, at }, account, "close_payment_problem", text);
    return { ok: true };
  },
  publish: moneyTopics,
});
