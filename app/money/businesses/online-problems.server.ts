/** BUSINESS-8: online payments that businesses made in another currency. Staff pay them back and record this. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { businesses, businessOnlinePayments } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { recordBusiness } from "./business-events.server.ts";
import { onlineProblemForm } from "./business-forms.ts";
import { refuse } from "./messages.ts";

const SHOWN = 20;
const isOpen = (businessId: string) =>
  and(
    eq(businessOnlinePayments.businessId, businessId),
    eq(businessOnlinePayments.state, "problem"),
    isNull(businessOnlinePayments.closedAt),
  );

/** Lists the newest 20 unresolved payments that a business made in another currency. */
export const listOnlineProblems = (db: Db, businessId: string) =>
  db
    .select({
      id: businessOnlinePayments.id,
      reference: businessOnlinePayments.reference,
      amount: businessOnlinePayments.receivedAmount,
      currency: businessOnlinePayments.receivedCurrency,
      at: businessOnlinePayments.decidedAt,
    })
    .from(businessOnlinePayments)
    .where(isOpen(businessId))
    .orderBy(desc(businessOnlinePayments.createdAt))
    .limit(SHOWN);

/**
 * Closes a payment in another currency after staff resolved it. Refuses a payment that is already closed, and a payment
 * of another business.
 */
export const closeOnlineProblem = operation({
  name: "businesses.close_online_problem",
  by: staff("invoiceBusinesses"),
  input: onlineProblemForm,
  on: async ({ tx }, { id }) => {
    const [business] = await tx
      .select({ id: businesses.id, name: businesses.name })
      .from(businesses)
      .where(eq(businesses.id, id));
    return business ?? refuse("not_found", "no_such_business");
  },
  run: async (work, { problemId, note }, business) => {
    const { tx, actor, at } = work;
    const [closed] = await tx
      .update(businessOnlinePayments)
      .set({ closedAt: at, closedNote: note, closedByName: shownAuthor(actor).byName })
      .where(and(eq(businessOnlinePayments.id, problemId), isOpen(business.id)))
      .returning({ reference: businessOnlinePayments.reference });
    if (!closed) return refuse("conflict", "problem_closed");
    const text = `Online payment ${closed.reference} dealt with`;
    await recordBusiness(work, business, { action: "close_payment_problem", text });
    return { ok: true };
  },
  publish: () => ["money"],
});
