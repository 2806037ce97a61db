/** SETTLE-3: paying out what is owed. Rows are added, never changed; nothing is paid out twice. */
import { and, desc, eq } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { SuperAdmin } from "../domain/actor.ts";
import { formatNaira } from "../domain/money.ts";
import { normaliseReference } from "../domain/payment.ts";
import { freeReference } from "../payments/free-reference.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { payees, settlementEntries } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { claimKey, idempotencyKey, withClaimedKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { by } from "../prices/money-events.server.ts";
import { addReversal } from "./reversed-entries.server.ts";
import { maskedOf } from "./payees.server.ts";

export type PayoutResult = Result<unknown, "invalid" | "not_found" | "conflict">;
type Payee = typeof payees.$inferSelect;

/**
 * Records a transfer of `kobo` to a payee's account, with its log row. `seen` is the newest entry that the page showed, 0 for none.
 * Refuses an amount of 0 or of more than is owed, a missing reference and one that is recorded already, a payee without an
 * account, and anything entered or another account given since the page was loaded.
 */
export function payOut(
  services: Services,
  admin: SuperAdmin,
  input: { payeeId: string; kobo: number; reference: string; seen: number; accountSince: string },
  key: string,
): Promise<PayoutResult> {
  const { payeeId, kobo, seen, accountSince } = input;
  const reference = normaliseReference(input.reference);
  if (kobo <= 0) return Promise.resolve(refuse("invalid", { amount: "An amount is above ₦0." }));
  if (!reference)
    return Promise.resolve(refuse("invalid", { reference: "Enter the reference of the bank transfer." }));
  return onPayee(services, payeeId, key, { kobo, reference }, async (tx, payee, at) => {
    const paidTo = maskedOf(payee);
    if (!paidTo) return refuse("conflict", "There is no bank account to pay out to.");
    if (payee.accountSince?.toISOString() !== accountSince || (await newestEntry(tx, payeeId)) !== seen)
      return refuse("conflict", "This changed while the page was open. Load the page again, then check it.");
    if (kobo > payee.owedKobo)
      return refuse("invalid", { amount: `This is more than is owed: ${formatNaira(payee.owedKobo)}.` });
    const [made] = await tx
      .insert(settlementEntries)
      .values({
        payeeId,
        kind: "paid_out",
        method: "transfer",
        grossKobo: -kobo,
        reference: await freeReference(tx, settlementEntries, "transfer", reference),
        paidTo,
        at,
        ...by(admin),
      })
      .onConflictDoNothing({ target: [settlementEntries.method, settlementEntries.reference] })
      .returning({ id: settlementEntries.id });
    if (!made) return refuse("conflict", { reference: "This reference is recorded already." });
    await recordActivity(tx, admin, at, {
      action: "pay_out",
      // Bank and reference are words that may name the payee, and the log cannot be changed.
      description: `Paid out ${formatNaira(kobo)}`,
      entityType: "payee",
      entityId: payeeId,
    });
    return { ok: true };
  });
}

/** Takes back a payout that the bank returned: it is owed again. Refuses a missing reason, and one that was reversed before. */
export function reversePayout(
  services: Services,
  admin: SuperAdmin,
  { payeeId, entryId, reason }: { payeeId: string; entryId: number; reason: string },
  key: string,
): Promise<PayoutResult> {
  if (reason === "") return Promise.resolve(refuse("invalid", { reversalReason: "Say why it is reversed." }));
  return onPayee(services, payeeId, key, { entryId, reason }, async (tx, _, at) => {
    const [entry] = await tx
      .select()
      .from(settlementEntries)
      .where(and(eq(settlementEntries.id, entryId), eq(settlementEntries.payeeId, payeeId)));
    if (entry?.kind !== "paid_out") return refuse("not_found", "This payout does not belong to this payee.");
    const { method, grossKobo, paidTo } = entry;
    const reversal = { payeeId, method, grossKobo: -grossKobo, reverses: entryId, paidTo, note: reason, at };
    if (!(await addReversal(tx, admin, reversal)))
      return refuse("conflict", "This payout was reversed already.");
    await recordActivity(tx, admin, at, {
      action: "reverse_payout",
      description: `Reversed a payout of ${formatNaira(-grossKobo)}`,
      entityType: "payee",
      entityId: payeeId,
    });
    return { ok: true };
  });
}

/** The number of a payee's newest entry; 0 before there is one. */
export async function newestEntry(tx: Pick<Tx, "select">, payeeId: string): Promise<number> {
  const [row] = await tx
    .select({ id: settlementEntries.id })
    .from(settlementEntries)
    .where(eq(settlementEntries.payeeId, payeeId))
    .orderBy(desc(settlementEntries.id))
    .limit(1);
  return row?.id ?? 0;
}

/** Runs `work` with the payee locked, once for a key. */
function onPayee(
  services: Services,
  payeeId: string,
  key: string,
  content: object,
  work: (tx: Tx, payee: Payee, at: Date) => Promise<PayoutResult>,
): Promise<PayoutResult> {
  const at = services.now();
  const form = idempotencyKey(services, key, { payeeId, ...content });
  return services.db.transaction(async (tx) => {
    const [payee] = await tx.select().from(payees).where(eq(payees.id, payeeId)).for("update");
    if (!payee) return refuse("not_found", "This payee does not exist.");
    return withClaimedKey<object, PayoutResult>(
      tx,
      form,
      {
        repeat: () => ({ ok: true }),
        conflict: () => "This form was already sent with other content. Load the page again.",
      },
      async () => {
        const done = await work(tx, payee, at);
        if (!done.ok) return done;
        return (await claimKey(tx, form, {}, at)) ? done : null;
      },
    );
  });
}
