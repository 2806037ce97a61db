/** What every new price of a booking shares: the lock, the idempotency key, the charge, its event, log row and mail. */
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin } from "../domain/actor.ts";
import { formatNaira } from "../domain/money.ts";
import { refusal } from "../domain/permissions.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { bookingCharges } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { transactOnce } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { keepCredit } from "../referrals/credit.server.ts";
import { accountOf, type BookingAccount } from "./booking-account.server.ts";
import type { Charge } from "./charges.server.ts";
import { addMoneyEvents, by } from "./money-events.server.ts";

export type PriceChanged = Result<unknown, "invalid" | "forbidden" | "not_found" | "conflict">;
export type NewCharge = Pick<Charge, "kind" | "priceListVersion" | "lines" | "totalKobo"> & { note: string };

/**
 * Gives a booking the charge in kobo that `work` returns: the charge, its event and log row and the mail to the sender in
 * one transaction, once for a key, less the credit that the booking has used (REWARD-3). Refuses roles that may not, an unknown code, a price below what was paid, and a price
 * that somebody set since the page was loaded (`seen` is the id of the charge that the page showed, 0 for none).
 */
export async function changePrice(
  services: Services,
  admin: Admin,
  { code, seen, content }: { code: string; seen: number; content: object },
  key: string,
  work: (tx: Tx, account: BookingAccount) => Promise<Result<{ charge: NewCharge }, "invalid" | "conflict">>,
): Promise<PriceChanged> {
  const refused = refusal(admin.role, "setPrice");
  if (refused) return refuse("forbidden", refused);
  const result = await transactOnce<PriceChanged>(
    services,
    key,
    content,
    async ({ tx, at, claim }) => {
      const account = await accountOf(tx, code);
      if (!account) return refuse("not_found", "No booking has this code.");
      if ((account.chargeId ?? 0) !== seen)
        return refuse("conflict", "Someone else set a price. Load the page again, then check it.");
      const done = await work(tx, account);
      if (!done.ok) return done;
      const { price: charge, giveBack } = await keepCredit(tx, account.id, done.charge);
      if (charge.totalKobo < account.paidKobo)
        return refuse("invalid", {
          price: `${formatNaira(account.paidKobo)} was paid already. Reverse a payment before you set a lower price.`,
        });
      if (!(await claim())) return null;
      await writeCharge(services, tx, admin, at, { account, charge });
      await giveBack(at);
      return { ok: true };
    },
    "This form was already sent with another price. Load the page again.",
  );
  if (result.ok) services.live.publish(`delivery:${code}`, "money");
  return result;
}

async function writeCharge(
  services: Services,
  tx: Tx,
  admin: Admin,
  at: Date,
  { account, charge: { note, ...charge } }: { account: BookingAccount; charge: NewCharge },
): Promise<void> {
  const [made] = await tx
    .insert(bookingCharges)
    .values({ deliveryId: account.id, ...charge, at, ...by(admin), note: note || null })
    .returning({ id: bookingCharges.id });
  if (!made) throw new Error("a charge was not written");
  const event = { account, kind: "price_set" as const, before: account.priceKobo, after: charge.totalKobo };
  await addMoneyEvents(tx, by(admin), at, [event]);
  const before = account.priceKobo === null ? "none" : formatNaira(account.priceKobo);
  const list = charge.priceListVersion === null ? "" : `, by price list ${charge.priceListVersion}`;
  await recordActivity(tx, admin, at, {
    action: "set_price",
    description: `${account.code}: price ${before} → ${formatNaira(charge.totalKobo)}${list}`,
    entityType: "delivery",
    entityId: account.id,
  });
  await services.jobs.add(tx, "mail", { kind: "price_set", deliveryId: account.id, chargeId: made.id });
}
