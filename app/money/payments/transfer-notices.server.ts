/**
 * PAY-5, PAY-6: a sender reports a transfer. Staff find the transfer and record a payment, or refuse the notice with a
 * reason.
 */
import { randomUUID } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { everybody, staff } from "../../access/by.server.ts";
import { recordOnBooking } from "../../access/record-activity.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import { isUndelivered } from "../../domain/delivery-status.ts";
import { formatNaira } from "../../domain/money.ts";
import { notify } from "../../notifications/notify.server.ts";
import { type Db, pickColumns, type Tx } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { bookingBalances, bookings, transferNotices } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../../platform/http/keyset.ts";
import { ofBooking } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { MINUTE, perBrowserAndIp } from "../../platform/limits/rate-limit.ts";
import { consumeFrom, refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { accountOf } from "../prices/booking-account.server.ts";
import { lockAccount, moneyTopics } from "../prices/lock-account.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { noticeForm, confirmForm, notFoundForm } from "./notice-forms.ts";
import { refuse } from "./messages.ts";
import { addPayment } from "./add-payment.server.ts";

const NOTICES = perBrowserAndIp("claim", 10, 10 * MINUTE, { remembered: true });

const PAGE_SIZE = 50;
const OPEN = eq(transferNotices.state, "open");

export type Notice = {
  id: string;
  kobo: number;
  paidOn: string;
  reference: string | null;
  state: "open" | "confirmed" | "not_found";
  reason: string | null;
  createdAt: Date;
};

const columns = {
  ...pickColumns(transferNotices, "id", "kobo", "paidOn", "reference", "state", "reason", "createdAt"),
};

export async function newestNotice(db: Pick<Db, "select">, bookingId: string): Promise<Notice | null> {
  const [row] = await db
    .select(columns)
    .from(transferNotices)
    .where(eq(transferNotices.bookingId, bookingId))
    .orderBy(desc(transferNotices.createdAt), desc(transferNotices.id))
    .limit(1);
  return row ?? null;
}

/**
 * Reads one page of open transfer notices, oldest first, with the unpaid kobo. For staff with the permission
 * `readMoney`.
 */
export async function listOpenNotices(db: Db, page: PageParams) {
  const { where, orderBy } = keyset([transferNotices.createdAt, transferNotices.id], page, "asc");
  const rows = await db
    .select({
      ...columns,
      code: bookings.trackingCode,
      senderName: bookings.senderName,
      leftKobo: sql<number>`coalesce(${bookingBalances.priceKobo} - ${bookingBalances.paidKobo}, 0)`.mapWith(
        Number,
      ),
    })
    .from(transferNotices)
    .innerJoin(bookings, eq(bookings.id, transferNotices.bookingId))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, transferNotices.bookingId))
    .where(and(OPEN, where))
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, page);
}

/** Counts open transfer notices up to 1,000. For staff with the permission `readMoney`. */
export const countOpenNotices = (db: Db): Promise<number> =>
  countUpTo(db, sql`${transferNotices} where ${OPEN}`);

/**
 * Stores a sender's notice of a transfer of `kobo` on a Lagos day. The notice changes no balance. Anybody who knows
 * `code` may send a notice, because only the sender has the URL with `code`. Refuses a future day, more than the unpaid
 * amount, a second open notice, and too many notices from one IP address.
 */
export const sendNotice = operation({
  name: "payments.notify_transfer",
  by: everybody,
  input: ofBooking(noticeForm),
  prepare: async ({ services, actor, at }, { paidOn }) => {
    if (paidOn > lagosDay(at)) return refuse("invalid", "day_to_come");
    const limit = await consumeFrom(services.limits, NOTICES, actor);
    return limit.ok
      ? { ok: true, prepared: null }
      : refuseTooMany("Too many messages came from your connection in a short time.", limit);
  },
  on: async ({ tx }, { code }) => (await accountOf(tx, code)) ?? refuse("not_found", "unknown_receipt"),
  run: async ({ tx, at, reserved }, { amount: kobo, paidOn, reference }, account) => {
    const leftKobo = (account.priceKobo ?? 0) - account.paidKobo;
    if (leftKobo <= 0) return refuse("conflict", "nothing_left");
    if (kobo > leftKobo) return refuse("invalid", "more_than_left", { leftKobo });
    const keys = { formKey: reserved?.key ?? randomUUID(), formHash: reserved?.hash ?? null };
    const row = { ...keys, bookingId: account.id, kobo, paidOn, reference, createdAt: at };
    const [made] = await tx
      .insert(transferNotices)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: transferNotices.id });
    return made ? { ok: true } : refuse("conflict", "notice_open");
  },
  publish: (_, { code }) => [`booking:${code}`, "waiting"],
});

/**
 * Records the transfer of `kobo` that staff found, and closes the notice. Refuses for the reasons of `recordPayment`,
 * and refuses a closed notice.
 */
export const confirmNotice = operation({
  name: "payments.confirm_transfer",
  by: staff("recordPayments"),
  act: "paid",
  input: ofBooking(confirmForm),
  on: lockAccount,
  run: async ({ services, tx, actor, at, act }, { noticeId, amount: kobo, reference }, account) => {
    const notice = and(eq(transferNotices.id, noticeId), eq(transferNotices.bookingId, account.id), OPEN);
    const [open] = await tx.select({ id: transferNotices.id }).from(transferNotices).where(notice);
    if (!open) return refuse("conflict", "notice_closed");
    const cancelled = isUndelivered(account.status) && account.priceKobo === 0;
    const payment = { method: "transfer", kobo, reference, note: "", cancelled } as const;
    const added = await addPayment({ services, tx, actor, act }, account, payment);
    // `addPayment` does not close the notice if the payment has another amount, so the notice is closed here.
    if (added.ok)
      await closeNotice(tx, account.id, noticeId, {
        state: "confirmed",
        closedAt: at,
        ...shownAuthor(actor),
      });
    return added;
  },
  publish: moneyTopics,
});

/** Closes a notice whose payment staff did not find, and mails the sender the reason. Refuses a closed notice. */
export const refuseNotice = operation({
  name: "payments.transfer_not_found",
  by: staff("recordPayments"),
  input: ofBooking(notFoundForm),
  on: lockAccount,
  run: async ({ services, tx, actor, at }, { noticeId, reason }, account) => {
    const closed = { state: "not_found", reason, closedAt: at, ...shownAuthor(actor) } as const;
    const kobo = await closeNotice(tx, account.id, noticeId, closed);
    if (kobo === null) return refuse("conflict", "notice_closed");
    await recordOnBooking({ tx, actor, at }, account, "refuse_claim", `${formatNaira(kobo)} not found`);
    await notify(services, tx, { event: "notice_not_found", about: { bookingId: account.id, noticeId } });
    return { ok: true };
  },
  publish: moneyTopics,
});

/** Closes a notice and returns the reported amount in kobo. Null if the booking has no open notice with this id. */
async function closeNotice(
  tx: Tx,
  bookingId: string,
  noticeId: string,
  closed: Partial<typeof transferNotices.$inferInsert>,
): Promise<number | null> {
  const [row] = await tx
    .update(transferNotices)
    .set(closed)
    .where(and(eq(transferNotices.id, noticeId), eq(transferNotices.bookingId, bookingId), OPEN))
    .returning({ kobo: transferNotices.kobo });
  return row?.kobo ?? null;
}
