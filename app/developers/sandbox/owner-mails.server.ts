/** API-9: sandbox mails go to the owner of the key only. Sender and receiver of a test booking get no mail. */
import { eq, sql } from "drizzle-orm";
import type { MailTexts } from "../../notifications/mail-worker.server.ts";
import { bookings, profiles } from "../../platform/db/schema.ts";
import type { Db } from "../../platform/db/client.server.ts";

/** Makes every mail go to the owner of the key. A mail whose owner is not found is not sent. */
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

/**
 * Returns the address for a sandbox mail. A mail about a booking goes to the customer who booked. Any other mail goes
 * to `to`, if that is the address of a person in the sandbox. Otherwise null: the mail is not sent.
 */
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
