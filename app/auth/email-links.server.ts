/**
 * Emailed links. The token is derived from the link's id, so that no secret waits in the mail queue; the row stores its
 * hash. Nothing here checks whether an address is known: both cases cost the same work (LINK-1).
 */
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { emailLinks } from "../platform/db/schema.ts";
import { foldEmail } from "../platform/http/fields.ts";
import type { Result } from "../platform/http/result.ts";
import { consumeFrom, refuseTooMany } from "../platform/limits/rate-limiter.server.ts";
import { oneAtATime } from "../platform/one-at-a-time.ts";
import {
  claimKey,
  findKey,
  idempotencyKey,
  withClaimedKey,
  type IdempotencyKey,
} from "../platform/idempotency/idempotency.server.ts";
import { KEEP_DAYS } from "../platform/jobs/retention.server.ts";
import { deriveToken, hashToken } from "../platform/tokens.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Browser } from "../domain/actor.ts";
import type { EmailLink } from "./email-link-row.server.ts";
import { knownTo } from "./known-browser.server.ts";
import { type Asker, decideLink } from "./link-limits.server.ts";
import { groupOf, LINK_HOURS, SIGN_UP_OF, type LinkPurpose } from "../domain/link-purpose.ts";

export type { LinkPurpose } from "../domain/link-purpose.ts";

const HOUR_MS = 60 * 60 * 1000;
/** So far the clocks of two machines may differ. */
const CLOCK_SKEW_MS = 60 * 1000;
/** Used and expired links are kept for some days: sign-up data prefills the profile, and the mail's page can say why. */
const KEEP_MS = KEEP_DAYS.links * 24 * HOUR_MS;

export type LinkRequest = {
  email: string;
  purpose: LinkPurpose;
  /** The input beside the address; stored with the link and returned when it is used. */
  data?: Record<string, unknown>;
  /** Where to go after signing in; validated when it is used. */
  next?: string | null;
  from: Asker;
  /** The idempotency key of the form. */
  key?: string;
};
export type LinkRequested = Result<unknown, "conflict" | "rate_limited">;

export function tokenOfLink(services: Pick<Services, "secret">, linkId: string): string {
  return deriveToken(services.secret, `email-link:${linkId}`);
}

/**
 * Makes a link that lives 24 hours and queues its mail, in one transaction. It ends the older ones of the same address,
 * group and browser; links that others requested live until one of them is used. Returns the same where a link that was
 * just mailed is used again (decideLink). LINK-13: refuses with the seconds to wait beyond 5 an hour for an address and
 * browser, 10 in 10 minutes for a browser and 100 for a network address. A browser that signed in to this address
 * before is limited by the first two only.
 */
export async function requestLink(services: Services, asked: LinkRequest): Promise<LinkRequested> {
  const email = foldEmail(asked.email);
  if (!asked.key) return (await request(services, { ...asked, email }, null)) ?? { ok: true };
  const form = idempotencyKey(services, asked.key, { link: email, purpose: asked.purpose, data: asked.data });
  return withClaimedKey<object, LinkRequested>(
    services.db,
    form,
    {
      repeat: () => ({ ok: true }),
      conflict: () =>
        "You already used this form with other details, so nothing was sent now. Send it again to get this link.",
    },
    () => request(services, { ...asked, email }, form),
  );
}

/** Null where the form's key has asked for a link meanwhile. */
async function request(
  services: Services,
  asked: LinkRequest,
  form: IdempotencyKey | null,
): Promise<LinkRequested | null> {
  const { db, limits } = services;
  const { email } = asked;
  const known = knownTo(services, asked.from.browser, email);
  const limit = await (known
    ? limits.consume("linkPerBrowser", known.id)
    : consumeFrom(limits, "link", asked.from));
  if (!limit.ok) return mustWait(limit.retryAfterSeconds);
  const decide = async (from: Db | Tx) => {
    if (form && (await findKey(from, form))) return { kind: "repeated" } as const;
    const now = services.now();
    const recent = await linksOfLastHour(from, email, asked.purpose, now);
    return decideLink(limits, recent, { ...asked, known: known !== null, now });
  };
  // In a flood most are decided by a look, and at most one of an address holds a connection and waits for the lock.
  return turns(email, async (): Promise<LinkRequested | null> => {
    const early = await decide(db);
    if (early.kind === "repeated") return null;
    if (early.kind === "mailed" && !early.link) return { ok: true };
    if (early.kind === "wait") return mustWait(early.seconds);
    return db.transaction(async (tx) => {
      await holdAddress(tx, email);
      const decision = await decide(tx);
      if (decision.kind === "repeated") return null;
      if (decision.kind === "wait") return mustWait(decision.seconds);
      const now = services.now();
      if (form && !(await claimKey(tx, form, {}, now))) return null;
      if (decision.kind === "make") await makeLink(services, tx, asked, now);
      else if (decision.link)
        await tx
          .update(emailLinks)
          .set(contentOf(asked, decision.link))
          .where(eq(emailLinks.id, decision.link.id));
      return { ok: true };
    });
  });
}

const mustWait = (seconds: number) => refuseTooMany("", { retryAfterSeconds: seconds });

const turns = oneAtATime();

async function makeLink(services: Services, tx: Tx, asked: LinkRequest, now: Date): Promise<void> {
  const { email, from } = asked;
  const id = randomUUID();
  const ended = await endAlive(tx, email, asked.purpose, now, fromWhere(from));
  await tx.delete(emailLinks).where(lt(emailLinks.expiresAt, new Date(now.getTime() - KEEP_MS)));
  await tx.insert(emailLinks).values({
    id,
    email,
    ...contentOf(asked, ended[0]),
    tokenHash: hashToken(tokenOfLink(services, id)),
    browserHash: from.browser ? hashToken(from.browser.id) : null,
    askedFrom: from.ip,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_HOURS * HOUR_MS),
  });
  await services.jobs.add(tx, "link", { kind: "email_link", linkId: id });
}

/** Serialised for each address, so that counting and ending are exact. */
async function holdAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 7265001))`);
}

/** A link's purpose and input; one that follows a sign-up in the same browser copies the sign-up's input. */
function contentOf(asked: LinkRequest, before: EmailLink | undefined) {
  const carried = before && before.purpose === SIGN_UP_OF[asked.purpose] ? before : null;
  return {
    purpose: carried?.purpose ?? asked.purpose,
    data: asked.data ?? carried?.data ?? {},
    next: asked.next ?? null,
  };
}

/** The links of an address and group, newest first. */
function linksOfLastHour(tx: Db | Tx, email: string, purpose: LinkPurpose, now: Date): Promise<EmailLink[]> {
  return tx
    .select()
    .from(emailLinks)
    .where(
      and(
        ofGroup(email, purpose),
        gt(emailLinks.createdAt, new Date(now.getTime() - HOUR_MS)),
        // Those of a clock that ran ahead would block the address until that time.
        lt(emailLinks.createdAt, new Date(now.getTime() + CLOCK_SKEW_MS)),
      ),
    )
    .orderBy(desc(emailLinks.createdAt));
}

function fromWhere({ ip, browser }: Asker): SQL | undefined {
  return browser
    ? eq(emailLinks.browserHash, hashToken(browser.id))
    : and(isNull(emailLinks.browserHash), eq(emailLinks.askedFrom, ip));
}

function ofGroup(email: string, purpose: LinkPurpose): SQL | undefined {
  return and(eq(emailLinks.email, email), inArray(emailLinks.purpose, [...groupOf(purpose)]));
}

/** Ends the valid links that were requested from there, and returns them, newest first. */
async function endAlive(tx: Tx, email: string, purpose: LinkPurpose, now: Date, from?: SQL) {
  const alive = and(ofGroup(email, purpose), isNull(emailLinks.usedAt), gt(emailLinks.expiresAt, now), from);
  const ended = await tx.select().from(emailLinks).where(alive).orderBy(desc(emailLinks.createdAt));
  if (ended.length > 0) await tx.update(emailLinks).set({ expiresAt: now }).where(alive);
  return ended;
}

/** The link of a token, if it could still be used. Reads only. */
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
 * Consumes a link in the caller's transaction and ends all others of its address and group. Of several calls at once,
 * one gets the link, the others null.
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

/** The newest link that this browser requested, so that 'Check your email' can say where to look. */
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
        // After a sign-in the browser may be used by somebody else.
        isNull(emailLinks.usedAt),
        gt(emailLinks.createdAt, new Date(services.now().getTime() - LINK_HOURS * HOUR_MS)),
      ),
    )
    .orderBy(desc(emailLinks.createdAt))
    .limit(1);
  return link ?? null;
}
