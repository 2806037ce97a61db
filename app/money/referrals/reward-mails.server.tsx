/** REWARD-3: the referrer's mail about a reward. It does not name the person who was referred. */
import { eq } from "drizzle-orm";
import { formatNaira } from "../../domain/money.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { profiles, referralCredits } from "../../platform/db/schema.ts";
import { MailButton, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { unlinked } from "../../platform/mail/unlinked.ts";
import { creditOf } from "./credit.server.ts";

/** Null if the referrer has deleted the account. */
export const referralCreditMail: MailText<"referral_credit"> = async (services, { creditId }) => {
  const { db, origin } = services;
  const { id: userId, fullName, email } = profiles;
  const [credit] = await db
    .select({ kobo: referralCredits.kobo, userId, name: fullName, email })
    .from(referralCredits)
    .innerJoin(profiles, eq(profiles.id, referralCredits.userId))
    .where(eq(referralCredits.id, creditId));
  if (!credit) return null;
  const title = `You have ${formatNaira(credit.kobo)} referral credit`;
  const name = unlinked(credit.name ?? "");
  const hello = `Hello ${name},`.replace(" ,", ",");
  const left = await creditOf(db, credit.userId);
  const news = `Someone who signed up with your code has sent their first parcel. Thank you. Your credit is now ${formatNaira(left)}. We take it off the price of your next parcel.`;
  const link = `${origin}/book`;
  const company = await services.company();
  return {
    to: { name, address: credit.email },
    subject: title,
    text: mailText(company, [hello, news, `Book a delivery: ${link}`]),
    html: mailHtml(
      company,
      title,
      news,
      <>
        <p>{hello}</p>
        <p>{news}</p>
        <MailButton href={link}>Book a delivery</MailButton>
      </>,
    ),
  };
};
