/** The profile of a person. */
import { and, desc, eq, isNotNull } from "drizzle-orm";
import { emailLinks, profiles } from "../platform/db/schema.ts";
import { foldEmail } from "../platform/http/fields.ts";
import { consumeEach, type Origin, browserKey } from "../platform/limits/rate-limiter.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { toE164 } from "../domain/phone.ts";
import { linkReferral, type ReferralLinked } from "../referrals/referrals.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { CompleteProfile, ProfileForm } from "../auth/account-forms.ts";
import type { Customer } from "../domain/actor.ts";

/**
 * Whether an address has an account, for sign-up. Limited by browser, by network address and in total, so that nobody
 * can test a list: beyond that it returns null, and the sign-up continues with a link by email.
 */
export async function isRegistered(
  { db, limits }: Services,
  from: Origin,
  rawValues: string,
): Promise<boolean | null> {
  const email = foldEmail(rawValues);
  const limit = await consumeEach(limits, [
    ["emailCheckPerBrowser", browserKey(from)],
    ["emailCheckPerIp", from.ip],
    ["emailCheckOverall", "all"],
  ]);
  if (!limit.ok) return null;
  const [person] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  return person !== undefined;
}

/** The sign-up input of the newest sign-up link that this person used; nulls without one. */
export async function signUpData({ db }: Services, { person }: Customer) {
  const [link] = await db
    .select({ data: emailLinks.data })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.email, person.email),
        eq(emailLinks.purpose, "sign_up"),
        isNotNull(emailLinks.usedAt),
      ),
    )
    .orderBy(desc(emailLinks.usedAt))
    .limit(1);
  const text = (name: string) => {
    const value = link?.data[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return { firstName: text("firstName"), lastName: text("lastName"), referralCode: text("referralCode") };
}

export type ProfileSaved = Result<{ referral: ReferralLinked }, "invalid">;

const NO_PHONE = "Enter a real phone number, e.g. 0803 123 4567";

/**
 * Completes a new person's profile and records the referral. Refuses (field errors) an invalid phone, and the person's
 * own referral code; a code that does not exist is no reason to refuse (REFER-1).
 */
export async function completeProfile(
  services: Services,
  customer: Customer,
  input: CompleteProfile,
): Promise<ProfileSaved> {
  const phone = toE164(input.phone);
  if (!phone) return refuse("invalid", { phone: NO_PHONE });
  const referral = await linkReferral(services, customer, input.referralCode);
  if (referral === "own") {
    return refuse("invalid", {
      referralCode: "This is your own referral code. Share it with a friend, or leave this empty.",
    });
  }
  await services.db
    .update(profiles)
    .set({ firstName: input.firstName, lastName: input.lastName || null, phone, updatedAt: services.now() })
    .where(eq(profiles.id, customer.person.id));
  return { ok: true, referral };
}

/** Changes names, phone and address of a person's own profile. Refuses (field errors) a phone that is none. */
export async function updateProfile(
  { db, now }: Services,
  customer: Customer,
  input: ProfileForm,
): Promise<ProfileSaved> {
  const phone = toE164(input.phone);
  if (!phone) return refuse("invalid", { phone: NO_PHONE });
  await db
    .update(profiles)
    .set({
      firstName: input.firstName,
      lastName: input.lastName || null,
      phone,
      address: input.address || null,
      updatedAt: now(),
    })
    .where(eq(profiles.id, customer.person.id));
  return { ok: true, referral: "none" };
}
