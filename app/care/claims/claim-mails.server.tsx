/** CLAIM-4: two mails to the sender: the receiver reported a missing parcel, and the claim was decided. */
import { eq } from "drizzle-orm";
import { CLAIM_DAYS } from "../../domain/claims.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { DELETED_EMAIL } from "../../domain/erased.ts";
import { formatNaira } from "../../domain/money.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { mailedPath } from "../../parcels/bookings/who-opens-own-booking.server.ts";
import { bookings, claims } from "../../platform/db/schema.ts";
import { letter, type LetterFacts } from "../../platform/mail/letter.tsx";
import type { Mail } from "../../platform/mail/mailer.server.ts";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";

type Written = { title: string; news: string; facts: LetterFacts; after: string };

export const claimOpenedMail: MailText<"claim_opened"> = (services, { claimId }) =>
  write(services, claimId, ({ openedAt, frozenFrom }) => ({
    title: "The receiver says your parcel did not arrive",
    news: "We have told you that your parcel was delivered. Its receiver says that they did not get it.",
    facts: [["When", formatDateTime(openedAt)]],
    after: [
      `We look into it, and decide within ${CLAIM_DAYS} days.`,
      frozenFrom !== null && "What we collected for it is not paid out to you until then.",
    ]
      .filter(Boolean)
      .join(" "),
  }));

export const claimDecidedMail: MailText<"claim_decided"> = (services, { claimId }) =>
  write(services, claimId, ({ outcome, decision, grantedKobo, decidedAt }) =>
    decidedAt === null || decision === null
      ? null
      : {
          title: outcome === "accepted" ? "Your claim is accepted" : "Your claim is refused",
          news:
            outcome === "accepted"
              ? "We accept the claim about your parcel."
              : "We refuse the claim about your parcel.",
          facts: [
            ["Decision", withoutLinks(decision)],
            ["When", formatDateTime(decidedAt)],
            ...(grantedKobo > 0
              ? [["From the cover", formatNaira(grantedKobo)] satisfies [string, string]]
              : []),
          ],
          after:
            grantedKobo > 0
              ? "We pay it by bank transfer. Answer this mail with your account."
              : "Call us if something is not clear.",
        },
  );

/** Writes a mail about a claim. Null if the sender was erased or no claim has this id. */
async function write(
  services: Services,
  claimId: string,
  textOf: (claim: typeof claims.$inferSelect) => Written | null,
): Promise<Mail | null> {
  const [row] = await services.db
    .select({
      claim: claims,
      name: bookings.senderName,
      email: bookings.senderEmail,
      code: bookings.trackingCode,
    })
    .from(claims)
    .innerJoin(bookings, eq(bookings.id, claims.bookingId))
    .where(eq(claims.id, claimId));
  const written = row && row.email !== DELETED_EMAIL ? textOf(row.claim) : null;
  if (!row || !written) return null;
  const { title, news, facts, after } = written;
  const href = services.origin + mailedPath(services, row.code);
  return letter(
    await services.company(),
    { name: row.name, address: row.email },
    {
      ...{ title, news, code: row.code },
      preview: `${news} ${row.code}`,
      more: [facts, after],
      button: { text: "Read it on your booking", plain: "Read it", href },
    },
  );
}
