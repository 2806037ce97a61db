/**
 * Emailed links. The token is derived from the link's id, so the mail queue contains no secret. The row stores the
 * token's hash. No function of this file checks for a login account, so the work is the same for all email addresses
 * (LINK-1).
 */
import { and, desc, eq, gt, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { emailLinks } from "../../platform/db/schema.ts";
import { deriveToken, hashToken } from "../../platform/tokens.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Browser } from "../../access/actor.ts";
import type { EmailLink } from "./email-link-row.server.ts";
import { groupOf, LINK_HOURS, type LinkPurpose } from "../../domain/link-purpose.ts";

export type { LinkPurpose } from "../../domain/link-purpose.ts";

const HOUR_MS = 60 * 60 * 1000;
export function tokenOfLink(services: Pick<Services, "secret">, linkId: string): string {
  return deriveToken(services.secret, `email-link:${linkId}`);
}

/** Locks an email address: other requests that make or end its links wait until this transaction ends. */
export async function holdAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 7265001))`);
}

export function ofGroup(email: string, purpose: LinkPurpose): SQL | undefined {
  return and(eq(emailLinks.email, email), inArray(emailLinks.purpose, [...groupOf(purpose)]));
}

/**
 * Makes the valid links of an email address invalid, for all purposes in the group of this purpose (`groupOf`). If
 * `from` is given, only links that match this condition become invalid. Returns these links, newest first.
 */
export async function endAlive(tx: Tx, email: string, purpose: LinkPurpose, now: Date, from?: SQL) {
  const alive = and(ofGroup(email, purpose), isNull(emailLinks.usedAt), gt(emailLinks.expiresAt, now), from);
  const ended = await tx.select().from(emailLinks).where(alive).orderBy(desc(emailLinks.createdAt));
  if (ended.length > 0) await tx.update(emailLinks).set({ expiresAt: now }).where(alive);
  return ended;
}

/** Returns the valid link with this token, or null. Changes nothing. */
export async function findLink(services: Services, token: string): Promise<EmailLink | null> {
  const [link] = await services.db.select().from(emailLinks).where(usable(services, token));
  return link ?? null;
}

function usable(services: Services, token: string) {
  return and(
    eq(emailLinks.tokenHash, hashToken(token)),
    isNull(emailLinks.usedAt),
    gt(emailLinks.expiresAt, services.now()),
  );
}

/**
 * Uses a link in the caller's transaction, and ends the other links of the same email address and group
 * (`groupOf`). Of simultaneous calls, one gets the link and the others get null.
 */
export async function consumeLink(
  services: Services,
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<EmailLink | null> {
  const now = services.now();
  const wanted = and(usable(services, token), inArray(emailLinks.purpose, [...purposes]));
  const [found] = await tx.select({ email: emailLinks.email }).from(emailLinks).where(wanted);
  if (!found) return null;
  await holdAddress(tx, found.email);
  const [link] = await tx.update(emailLinks).set({ usedAt: now }).where(wanted).returning();
  if (!link) return null;
  await endAlive(tx, link.email, link.purpose, now);
  return link;
}

/** For 'Check your email': returns the address of the newest unused link that this browser requested. */
export async function lastAsked(
  services: Services,
  browser: Browser | null | undefined,
  purpose: LinkPurpose,
): Promise<{ email: string } | null> {
  if (!browser) return null;
  const [link] = await services.db
    .select({ email: emailLinks.email })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.browserHash, hashToken(browser.id)),
        inArray(emailLinks.purpose, [...groupOf(purpose)]),
        // The address of a used link stays hidden: after a sign-in another person may use the browser.
        isNull(emailLinks.usedAt),
        gt(emailLinks.createdAt, new Date(services.now().getTime() - LINK_HOURS * HOUR_MS)),
      ),
    )
    .orderBy(desc(emailLinks.createdAt))
    .limit(1);
  return link ?? null;
}
