/** STAFF-23, PRICE-8: finds the new price, which the correction form offers if the lane or weight changed. */
import type { Admin } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import { may } from "../../access/permissions.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { lockAccount } from "../../money/prices/lock-account.server.ts";
import { preparePrice } from "../../money/prices/change-price.server.ts";
import { refuse } from "./messages.ts";
import { compareQuotes, type Corrected, type Listed } from "../../money/prices/requote.server.ts";
import type { Changer } from "./change-booking.server.ts";
import { callUs } from "./call-us.server.ts";

type Prepared = { shown: [string, string]; write(): Promise<void> };
type Correction = {
  id: string;
  code: string;
  listed: Listed | null;
  corrected: Corrected;
  /** The answer to an offered price: the offered total in kobo, or 'keep'. Empty before the offer. */
  response: string;
};

/**
 * Returns the new price to write; null keeps the old price. Refuses a price that the form has not offered. This
 * refusal contains the old and the new price in kobo.
 */
export async function correctedPrice(
  work: Work<Admin>,
  { id, code, listed, corrected, response }: Correction,
): Promise<Prepared | Refusal | null> {
  const { tx, actor } = work;
  if (!listed || response === "keep" || !may(actor.role, "setPrice")) return null;
  const requote = await compareQuotes(tx, id, listed, corrected);
  if (!requote?.after) return null;
  const { before, after, version } = requote;
  const offer = { before: before.totalKobo, after: after.totalKobo };
  if (response !== String(offer.after)) return { ...refuse("invalid", "other_price", offer), about: offer };
  const charge = { kind: "quoted" as const, priceListVersion: version, ...after, note: "" };
  const account = await lockAccount({ tx }, { code });
  if ("ok" in account) return { ...account, about: offer };
  const prepared = await preparePrice(work, { account, seen: listed.charge.id, charge });
  if (!prepared.ok) {
    const below = prepared.errors["price"];
    const refused = below ? { ...prepared, errors: { newPrice: below } } : prepared;
    return { ...refused, about: offer };
  }
  return { shown: [formatNaira(offer.before), formatNaira(offer.after)], write: prepared.write };
}

/**
 * BOOK-28: returns the new price of a booking that its sender corrects. Refuses a price that staff set, a
 * parcel that has no price in the list, and a price below the amount already paid. Refuses a total that the
 * form has not offered. This refusal contains the old and the new total in kobo.
 */
export async function ownCorrectedPrice(
  work: Work<Changer>,
  { id, code, listed, corrected, response }: Correction,
): Promise<Prepared | Refusal | null> {
  const { services, tx } = work;
  const account = await lockAccount({ tx }, { code });
  if ("ok" in account) return account;
  if (account.chargeId === null) return null;
  if (!listed) return refuse("conflict", "price_by_staff", await callUs(services, tx));
  const requote = await compareQuotes(tx, id, listed, corrected);
  if (!requote) return null;
  if (!requote.after) return refuse("conflict", "price_on_request", await callUs(services, tx));
  const { before, after, version } = requote;
  const offer = { before: before.totalKobo, after: after.totalKobo };
  const { paidKobo } = account;
  if (offer.after < paidKobo)
    return refuse("conflict", "less_than_paid", {
      ...offer,
      paidKobo,
      ...(await callUs(services, tx)),
    });
  if (offer.after !== offer.before && response !== String(offer.after))
    return { ...refuse("invalid", "price_changes", offer), about: offer };
  const charge = { kind: "quoted" as const, priceListVersion: version, ...after, note: "" };
  const prepared = await preparePrice(work, { account, seen: listed.charge.id, charge });
  if (!prepared.ok) return prepared;
  return { shown: [formatNaira(offer.before), formatNaira(offer.after)], write: prepared.write };
}
