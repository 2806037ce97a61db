/** PRICE-7: staff set the price of a booking that has none, or change it. */
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin } from "../domain/actor.ts";
import { formatNaira } from "../domain/money.ts";
import { refusal } from "../domain/roles.ts";
import { bookingCharges } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  claimKey,
  findKey,
  idempotencyKey,
  withIdempotency,
} from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { accountOf } from "./booking-account.server.ts";
import { currentPrices } from "./current-prices.server.ts";
import type { PriceLine } from "../domain/payment.ts";
import { addMoneyEvents, by } from "./money-events.server.ts";

export type PriceSet = Result<unknown, "invalid" | "forbidden" | "not_found" | "conflict">;

/** What VAT is where no list says. */
const VAT_PER_MILLE = 75;

/** A price with its VAT in it, as lines. */
export function linesOf(totalKobo: number, perMille: number): PriceLine[] {
  const vat = Math.floor((totalKobo * perMille + (1000 + perMille) / 2) / (1000 + perMille));
  const lines: PriceLine[] = [
    { kind: "carriage", label: "Delivery, price set by us", kobo: totalKobo - vat },
  ];
  return vat > 0 ? [...lines, { kind: "vat", label: `VAT ${perMille / 10}%`, kobo: vat }] : lines;
}

/**
 * Sets the price of a booking in kobo, VAT included: the charge, its log row and the mail to the sender in one transaction.
 * Refuses roles that may not, a price of 0 or below what was paid, and a price that somebody set since the page was loaded
 * (`seen` is the id of the charge that the page showed, 0 for none).
 */
export async function setPrice(
  services: Services,
  admin: Admin,
  input: { code: string; kobo: number; note: string; seen: number },
  key: string,
): Promise<PriceSet> {
  const refused = refusal(admin.role, "setPrice");
  if (refused) return refuse("forbidden", refused);
  const { code, kobo, note } = input;
  if (kobo <= 0) return refuse("invalid", { price: "A price is above ₦0." });
  const at = services.now();
  const current = await currentPrices(services, at);
  const form = idempotencyKey(services, key, { code, kobo, note });
  const result = await services.db.transaction((tx) =>
    withIdempotency<object, PriceSet>(
      form,
      {
        find: () => findKey(tx, form),
        repeat: () => ({ ok: true }),
        conflict: () => "This form was sent before, with another price. Load the page again.",
      },
      async () => {
        const account = await accountOf(tx, code);
        if (!account) return refuse("not_found", "No booking has this code.");
        if ((account.chargeId ?? 0) !== input.seen)
          return refuse("conflict", "Somebody set a price meanwhile. Load the page again, then check it.");
        if (kobo < account.paidKobo)
          return refuse("invalid", {
            price: `${formatNaira(account.paidKobo)} was paid already. Reverse a payment before you set a lower price.`,
          });
        if (!(await claimKey(tx, form, {}, at))) return null;
        const [charge] = await tx
          .insert(bookingCharges)
          .values({
            deliveryId: account.id,
            kind: "set",
            lines: linesOf(kobo, current?.list.vat.perMille ?? VAT_PER_MILLE),
            totalKobo: kobo,
            at,
            ...by(admin),
            note: note || null,
          })
          .returning({ id: bookingCharges.id });
        if (!charge) throw new Error("a charge was not written");
        const event = { account, kind: "price_set" as const, before: account.priceKobo, after: kobo };
        await addMoneyEvents(tx, by(admin), at, [event]);
        const before = account.priceKobo === null ? "none" : formatNaira(account.priceKobo);
        await recordActivity(tx, admin, at, {
          action: "set_price",
          description: `${account.code}: price ${before} → ${formatNaira(kobo)}`,
          entityType: "delivery",
          entityId: account.id,
        });
        await services.jobs.add(tx, "mail", {
          kind: "price_set",
          deliveryId: account.id,
          chargeId: charge.id,
        });
        return { ok: true };
      },
    ),
  );
  if (result.ok) services.live.publish(`delivery:${code}`);
  return result;
}
