/** BOOK-9: checks the referral code on a booking. */
import { eq } from "drizzle-orm";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { normaliseReferralCode } from "../../domain/referral-code.ts";
import { profiles } from "../../platform/db/schema.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Services } from "../../platform/services.server.ts";
import type { NewBooking } from "./booking-form-schema.ts";
import { refuse } from "./messages.ts";

/** Finds the owner of a referral code. Null without a code. Refuses an unknown code and the sender's own code. */
export async function findReferrer(
  db: Services["db"],
  actor: Customer | Guest | Admin,
  { referralCode, senderEmail }: NewBooking,
): Promise<{ id: string | null } | Refusal> {
  if (!referralCode) return { id: null };
  const [referrer] = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.referralCode, normaliseReferralCode(referralCode)));
  if (!referrer) return refuse("invalid", "unknown_referral");
  const own =
    (actor.kind === "customer" && actor.person.id === referrer.id) ||
    referrer.email === foldEmail(senderEmail);
  return own ? refuse("invalid", "own_referral") : { id: referrer.id };
}
