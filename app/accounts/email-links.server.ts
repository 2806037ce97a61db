/**
 * E-mailed links. The token is derived from the link's id, so that nothing secret waits in the mail queue; the row keeps
 * its hash. Nothing here asks whether an address is known: a known and an unknown one cost the same work.
 */
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { createCookie } from "react-router";
import type { Db, Tx } from "../db/client.server.ts";
import { emailLinks, formReceipts } from "../db/schema.ts";
import { foldEmail } from "../lib/fields.ts";
import { claimKey } from "../lib/receipts.server.ts";
import { deriveToken, drawToken, hashToken, sameBytes } from "../lib/tokens.server.ts";
import type { Services } from "../services.server.ts";
import { groupOf, LINK_HOURS, SIGN_UP_OF, type LinkPurpose } from "./link.ts";

export type { LinkPurpose } from "./link.ts";
export type EmailLink = typeof emailLinks.$inferSelect;

const HOUR_MS = 60 * 60 * 1000;
/** Used and expired links are kept for a while: sign-up data prefills the profile, and the mail's page can say why. */
const KEEP_MS = 30 * 24 * HOUR_MS;

function askedCookie(secure: boolean) {
  return createCookie(secure ? "__Host-asked" : "asked", {
    httpOnly: true,
    secure,
    sameSite: "lax",
    path: "/",
    maxAge: (LINK_HOURS * HOUR_MS) / 1000,
  });
}

/** The Set-Cookie header that makes a browser forget which e-mail asked for a link in it. */
export function forgetAskedCookie(secure: boolean): Promise<string> {
  return askedCookie(secure).serialize("", { maxAge: 0 });
}

/** The random token of a browser that asked for a link before; null for one that did not. */
export async function readBrowserToken(services: Services, request: Request): Promise<string | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("asked=")) return null;
  const token: unknown = await askedCookie(services.secure).parse(header);
  return typeof token === "string" ? token : null;
}

export type LinkRequest = {
  email: string;
  purpose: LinkPurpose;
  /** What was typed beside the address; kept with the link and handed to whoever uses it. */
  data?: Record<string, unknown>;
  /** Where to go after signing in; checked when it is used. */
  next?: string | null;
  ip: string;
  /** From readBrowserToken; null draws a new one. */
  browserToken: string | null;
  /** The key of the form: the same form sent twice asks once. */
  key?: string;
};
export type LinkRequested = { ok: true; cookie: string } | { ok: false; retryAfterSeconds: number };

export function tokenOfLink(services: Pick<Services, "secret">, linkId: string): string {
  return deriveToken(services.secret, `email-link:${linkId}`);
}

/**
 * Makes a link that lives 24 hours, ends the older ones of this address and group, and queues its mail, in one
 * transaction. Returns the Set-Cookie header by which this browser is known when the link is opened. Refuses, with
 * the seconds to wait, beyond 1 a minute and 5 an hour for an address and 10 in 10 minutes for a network address.
 */
export async function requestLink(services: Services, asked: LinkRequest): Promise<LinkRequested> {
  const { db, jobs, limits } = services;
  const email = foldEmail(asked.email);
  const browserToken = asked.browserToken ?? drawToken();
  const cookie = await askedCookie(services.secure).serialize(browserToken);
  for (const [limit, subject] of [
    ["linkPerIp", asked.ip],
    ["linkPerEmailMinute", email],
    ["linkPerEmailHour", email],
  ] as const) {
    const verdict = await limits.hit(limit, subject);
    if (verdict.ok) continue;
    if (asked.key && (await wasAsked(db, asked.key, email))) return { ok: true, cookie };
    return verdict;
  }
  const now = services.now();
  const id = randomUUID();
  const browserHash = hashToken(browserToken);
  await db.transaction(async (tx) => {
    if (asked.key && (await claimKey(tx, asked.key, receiptOf(email), now))) return;
    // One after the other for an address: of two asked at once, exactly one stays alive.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 7265001))`);
    const ended = await endOlder(tx, email, asked.purpose, now);
    const carried = ended.find(
      (old) =>
        old.purpose === SIGN_UP_OF[asked.purpose] &&
        old.browserHash &&
        sameBytes(old.browserHash, browserHash),
    );
    await tx.delete(emailLinks).where(lt(emailLinks.expiresAt, new Date(now.getTime() - KEEP_MS)));
    await tx.insert(emailLinks).values({
      id,
      email,
      purpose: carried?.purpose ?? asked.purpose,
      tokenHash: hashToken(tokenOfLink(services, id)),
      browserHash,
      data: asked.data ?? carried?.data ?? {},
      next: asked.next ?? null,
      askedFrom: asked.ip,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_HOURS * HOUR_MS),
    });
    await jobs.add(tx, "mail", { kind: "email_link", linkId: id });
  });
  return { ok: true, cookie };
}

async function wasAsked(db: Db, key: string, email: string): Promise<boolean> {
  const [receipt] = await db.select().from(formReceipts).where(eq(formReceipts.key, key));
  return (receipt?.answer as { link?: string } | undefined)?.link === receiptOf(email).link;
}

/** What a form's key is kept with: not the address itself. */
function receiptOf(email: string) {
  return { link: hashToken(email).toString("hex") };
}

/** Ends what is still alive, newest first. */
async function endOlder(tx: Tx, email: string, purpose: LinkPurpose, now: Date) {
  const alive = and(
    eq(emailLinks.email, email),
    inArray(emailLinks.purpose, [...groupOf(purpose)]),
    isNull(emailLinks.usedAt),
    gt(emailLinks.expiresAt, now),
  );
  const ended = await tx.select().from(emailLinks).where(alive).orderBy(desc(emailLinks.createdAt));
  if (ended.length > 0) await tx.update(emailLinks).set({ expiresAt: now }).where(alive);
  return ended;
}

/** The link of a token, if it could still be used. Reads only: looking at a link spends nothing. */
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

/** Uses a link up, in the caller's transaction: of any number at once, one gets it, the others null. */
export async function useUpLink(
  services: Services,
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<EmailLink | null> {
  const [link] = await tx
    .update(emailLinks)
    .set({ usedAt: services.now() })
    .where(and(usable(services, token), inArray(emailLinks.purpose, [...purposes])))
    .returning();
  return link ?? null;
}

/** Whether a link was asked for by the browser that now opens it. */
export function askedHere(link: EmailLink, browserToken: string | null): boolean {
  return (
    browserToken !== null && link.browserHash !== null && sameBytes(link.browserHash, hashToken(browserToken))
  );
}

/** The newest link that this browser asked for, so that 'Check your email' can say where to look. */
export async function lastAsked(
  services: Services,
  browserToken: string | null,
  purpose: LinkPurpose,
): Promise<{ email: string } | null> {
  if (!browserToken) return null;
  const [link] = await services.db
    .select({ email: emailLinks.email })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.browserHash, hashToken(browserToken)),
        inArray(emailLinks.purpose, [...groupOf(purpose)]),
        gt(emailLinks.createdAt, new Date(services.now().getTime() - LINK_HOURS * HOUR_MS)),
      ),
    )
    .orderBy(desc(emailLinks.createdAt))
    .limit(1);
  return link ?? null;
}
