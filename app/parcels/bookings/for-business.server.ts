/**
 * BUSINESS-5: finds the business of a booking. The prices of this business apply, and the booking may be paid on its
 * account.
 */
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { quoteForBooking, type BookedParcel, type FrozenQuote } from "../../money/prices/charges.server.ts";
import {
  businessOf,
  refuseOnAccount,
  type BookingBusiness,
} from "../../money/businesses/on-account.server.ts";
import type { Reads } from "../../platform/db/read-once.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { NewBooking } from "./booking-form-schema.ts";
import { refuse } from "./messages.ts";

type Asking = { services: Services; actor: Customer | Guest | Admin; at: Date };
/**
 * The facts of a booking that comes from a batch or an API key. `taken`: the part of the business's limit that earlier
 * rows of the batch use, in kobo.
 */
type OfBatch = { reads?: Reads; businessId?: string | null; taken?: number };
type Found = { business: BookingBusiness | null; price: FrozenQuote | null };

/**
 * Returns the business of a booking, and the price. A member's booking belongs to the business if it is paid
 * on account, names a cost centre, or comes from a table or API key of the business. Refuses (field errors):
 * - payment on account, or a table or API key of the business, if the actor is no member of that open business
 * - payment on account if the limit is exceeded, an invoice is overdue, or there is no fixed price
 * - a booking of the business with money to collect, because that money would go to the member
 */
export async function forBusiness(
  { services, actor, at }: Asking,
  { paysDelivery, costCentre, collect }: NewBooking,
  { reads, businessId = null, taken = 0 }: OfBatch,
  { parcel, price }: { parcel: BookedParcel; price: FrozenQuote | null },
): Promise<Found | Refusal> {
  const onAccount = isOnAccount(paysDelivery);
  const isForOne = onAccount || businessId !== null;
  if (!isForOne && costCentre === "") return { business: null, price };
  const { db } = services;
  const found =
    actor.kind === "customer"
      ? await businessOf(db, { person: actor.person, ip: actor.ip, at }, reads)
      : null;
  if (!found || (businessId !== null && found.id !== businessId))
    return isForOne ? refuse("invalid", "not_a_member") : { business: null, price };
  if (collect > 0) return refuse("invalid", "no_collect_for_business");
  const { id, agreement, seesMoney } = found;
  const own = agreement ? await quoteForBooking(services, parcel, at, agreement) : price;
  const why = onAccount
    ? await refuseOnAccount(db, { id, seesMoney, at, reads }, { priceKobo: own?.totalKobo ?? null, taken })
    : null;
  if (why !== null) return refuse("invalid", "not_on_account", { why });
  const business = { id, agreement, onAccount, costCentre: costCentre || null, seesMoney };
  return { business, price: own };
}
