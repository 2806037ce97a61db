/** Opens an emailed link. The GET request changes nothing; only the person's confirmation signs in. */
import { lt, sql } from "drizzle-orm";
import * as z from "zod";
import { visitor } from "../../access/by.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { profiles, sessions } from "../../platform/db/schema.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { consumeLink, type LinkPurpose } from "./email-links.server.ts";
import { groupOf } from "../../domain/link-purpose.ts";
import { keptWithLink } from "../../access/kept-forms.server.ts";
import { markBrowser } from "../../access/known-browser.server.ts";
import { joinGuestBookings } from "./join-guest-bookings.server.ts";
import { NO_CODE, refuse } from "./messages.ts";
import { ensureReferralCode } from "./referral-code.server.ts";
import { beginSession } from "../../access/sessions.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { pageAfterLink, isNewPerson } from "./page-after-link.server.ts";

const bySession: By<Session> = visitor;

/** The additional work for each purpose of a link. It runs in the transaction that uses the link. */
export type AfterUse = Partial<
  Record<
    LinkPurpose,
    (
      services: Services,
      tx: Tx,
      used: { userId: string; email: string; linkId: string; data: Record<string, unknown> },
    ) => Promise<unknown>
  >
>;

/**
 * Makes the operation that uses a sign-in link. One transaction ends the link, creates or verifies the profile,
 * generates a referral code, gives the guest bookings of the email address to the person, runs `afterUse`, and begins
 * a session in place of the browser's previous session. Refuses a link that is unknown, used, ended or over 24 hours
 * old. Of many confirmations at once exactly one succeeds (LINK-2). `goTo` is a path of this site.
 */
export const linkConfirmation = (afterUse: AfterUse = {}) =>
  operation({
    name: "auth.confirm_link",
    by: bySession,
    // The operation has no idempotency key, because a link works only once.
    keyless: true,
    input: z.object({ code: z.string(NO_CODE).min(1, NO_CODE) }),
    on: async ({ services, tx }, { code }) =>
      (await consumeLink(services, tx, code, groupOf("sign_in"))) ?? refuse("invalid", "link_over"),
    run: async ({ services, tx, actor: session }, _, link) => {
      const { email, id: linkId, data } = link;
      const person = await signInByEmail(services, tx, email);
      await afterUse[link.purpose]?.(services, tx, { userId: person.id, email, linkId, data });
      const cookie = await beginSession(services, tx, session, person.id, "customer");
      const mark = await markBrowser(services, session.browser ?? null, email);
      const kept = await keptWithLink(services, tx, linkId);
      return {
        ok: true,
        cookies: [cookie, mark, ...(kept ? [kept] : [])],
        goTo: pageAfterLink(link, isNewPerson(person)),
      };
    },
  });

/** Returns the profile of a verified email address. Creates a missing profile. */
async function signInByEmail(services: Services, tx: Tx, email: string) {
  const now = services.now();
  const [person] = await tx
    .insert(profiles)
    .values({ email, emailVerifiedAt: now, lastSignInAt: now, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: profiles.email,
      set: { emailVerifiedAt: sql`coalesce(${profiles.emailVerifiedAt}, ${now})`, lastSignInAt: now },
    })
    .returning();
  await ensureReferralCode(services, tx, person!.id);
  await joinGuestBookings(tx, person!.id, email);
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
  return person!;
}
