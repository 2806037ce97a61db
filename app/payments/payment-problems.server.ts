/** ONLINE-3: money that came online and does not match what is owed. Staff deal with it and say how. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin } from "../domain/actor.ts";
import { refusal } from "../domain/permissions.ts";
import type { Db } from "../platform/db/client.server.ts";
import { deliveries, onlinePayments } from "../platform/db/schema.ts";
import { refuse } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { by } from "../prices/money-events.server.ts";
import { onAccount, type PaymentResult } from "./payments.server.ts";

const SHOWN = 50;
const OPEN = and(eq(onlinePayments.state, "problem"), isNull(onlinePayments.closedAt));

export type PaymentProblem = Awaited<ReturnType<typeof listPaymentProblems>>[number];

/** Open problems, the oldest 50. `kobo` is what was to be paid; `receivedAmount` in hundredths of its currency. */
export function listPaymentProblems(db: Db) {
  const { id, reference, kobo, problem, receivedAmount, receivedCurrency, createdAt } = onlinePayments;
  return db
    .select({
      id,
      reference,
      kobo,
      problem,
      receivedAmount,
      receivedCurrency,
      createdAt,
      code: deliveries.trackingCode,
    })
    .from(onlinePayments)
    .innerJoin(deliveries, eq(deliveries.id, onlinePayments.deliveryId))
    .where(OPEN)
    .orderBy(asc(onlinePayments.createdAt), asc(id))
    .limit(SHOWN);
}

/** Staff dealt with a problem: closed with what they did, in the log. Refuses an empty note, and one that is closed already. */
export function closePaymentProblem(
  services: Services,
  admin: Admin,
  { code, problemId, note }: { code: string; problemId: string; note: string },
  key: string,
): PaymentResult | Promise<PaymentResult> {
  const refused = refusal(admin.role, "recordPayments");
  if (refused) return refuse("forbidden", refused);
  if (note === "") return refuse("invalid", { note: "Say what was done." });
  return onAccount(services, code, key, { problemId, note }, async (tx, account, at) => {
    const [closed] = await tx
      .update(onlinePayments)
      .set({ closedAt: at, closedNote: note, closedByName: by(admin).byName })
      .where(and(eq(onlinePayments.id, problemId), eq(onlinePayments.deliveryId, account.id), OPEN))
      .returning({ reference: onlinePayments.reference });
    if (!closed) return refuse("conflict", "Someone else dealt with this. Load the page again.");
    await recordActivity(tx, admin, at, {
      action: "close_payment_problem",
      description: `${account.code}: online payment ${closed.reference} dealt with`,
      entityType: "delivery",
      entityId: account.id,
    });
    return { ok: true };
  });
}
