/** BUSINESS-5: the business for which a booking is made: on its account, or paid as any other but with its prices. */
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import type { FrozenQuote } from "../../money/prices/charges.server.ts";
import { withDiscount } from "../../money/prices/discount.ts";
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

type Asking = { services: Pick<Services, "db">; actor: Customer | Guest | Admin; at: Date };
/** What a batch knows beside the row: its business, and what its other rows take of the limit, in kobo. */
type OfBatch = { reads?: Reads; businessId?: string | null; taken?: number };
type Found = { business: BookingBusiness | null; price: FrozenQuote | null };

/**
 * The business of a booking and its price. A booking belongs to the business of its member if it is on account or names a cost
 * centre. Refuses (field errors) on account for anybody but a member of an open business, beyond the limit, with an overdue
 * invoice, and without a fixed price; and money to collect, which would go to the member.
 */
export async function forBusiness(
  { services, actor, at }: Asking,
  { paysDelivery, costCentre, collect }: NewBooking,
  { reads, businessId = null, taken = 0 }: OfBatch,
  price: FrozenQuote | null,
): Promise<Found | Refusal> {
  const onAccount = isOnAccount(paysDelivery);
  if (!onAccount && costCentre === "") return { business: null, price };
  const { db } = services;
  const found =
    actor.kind === "customer"
      ? await businessOf(db, { person: actor.person, ip: actor.ip, at }, reads)
      : null;
  if (!found || (businessId !== null && found.id !== businessId))
    return onAccount ? refuse("invalid", "not_a_member") : { business: null, price };
  if (collect > 0) return refuse("invalid", "no_collect_for_business");
  const { id, agreement } = found;
  const own = price && agreement ? withDiscount(price, agreement) : price;
  const why = onAccount
    ? await refuseOnAccount(db, { id, at, reads }, { priceKobo: own?.totalKobo ?? null, taken })
    : null;
  if (why !== null) return refuse("invalid", "not_on_account", { why });
  return { business: { id, agreement, onAccount, costCentre: costCentre || null }, price: own };
}
