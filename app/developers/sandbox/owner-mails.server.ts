/** API-9: the mails of the sandbox go to the owner of the key alone, not to sender or receiver of a test booking. */
import { eq, sql } from "drizzle-orm";
import type { MailTexts } from "../../notifications/mail-worker.server.ts";
import { bookings, profiles } from "../../platform/db/schema.ts";
import type { Db } from "../../platform/db/client.server.ts";

/** The texts of mails, addressed to the owner of the key. No mail is written about data of other people. */
export const ownerMails = (texts: MailTexts): MailTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([event, write]) => [
      event,
      async (...[services, about]: Parameters<typeof write>) => {
        const mail = await (write as (of: typeof services, about: object) => ReturnType<typeof write>)(
          services,
          about,
        );
        if (!mail) return null;
        const address = await ownerOf(services.db, about as { bookingId?: string }, mail.to.address);
        return address === null
          ? null
          : { ...mail, to: { ...mail.to, address }, subject: `[Test] ${mail.subject}` };
      },
    ]),
  ) as MailTexts;

/** The address of the owner of a booking. Without a booking, a mail to an owner stays theirs. */
async function ownerOf(db: Db, { bookingId }: { bookingId?: string }, to: string): Promise<string | null> {
  const [row] = bookingId
    ? await db
        .select({ email: profiles.email })
        .from(bookings)
        .innerJoin(profiles, eq(profiles.id, bookings.customerId))
        .where(eq(bookings.id, bookingId))
    : await db
        .select({ email: profiles.email })
        .from(profiles)
        .where(sql`${profiles.email} = lower(${to})`);
  return row?.email ?? null;
}
