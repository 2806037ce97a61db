/** REWARD-3: the referrer's mail about a reward. The mail does not name the referred person. */
import { eq } from "drizzle-orm";
import { formatNaira } from "../../domain/money.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { profiles, referralCredits } from "../../platform/db/schema.ts";
import { letter } from "../../platform/mail/letter.tsx";
import { creditOf } from "./credit.server.ts";

/** Writes the mail about the referrer's new credit. Null if the referrer has deleted their login account. */
export const referralCreditMail: MailText<"referral_credit"> = async (services, { creditId }) => {
  const { db, origin } = services;
  const { id: userId, fullName, email } = profiles;
  const [credit] = await db
    .select({ kobo: referralCredits.kobo, userId, name: fullName, email })
    .from(referralCredits)
    .innerJoin(profiles, eq(profiles.id, referralCredits.userId))
    .where(eq(referralCredits.id, creditId));
  if (!credit) return null;
  const left = await creditOf(db, credit.userId);
  return letter(
    await services.company(),
    { name: credit.name ?? "", address: credit.email },
    {
      title: `You have ${formatNaira(credit.kobo)} referral credit`,
      news: `Someone who signed up with your code has sent their first parcel. Thank you. Your credit is now ${formatNaira(left)}. We take it off the price of your next parcel.`,
      button: { text: "Book a delivery", href: `${origin}/book` },
    },
  );
};
