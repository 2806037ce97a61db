/**
 * Makes links that are sent by email. No function of this file checks for a login account, so the work is the same for
 * all email addresses (LINK-1).
 */
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, type SQL } from "drizzle-orm";
import type * as z from "zod";
import { visitor } from "../../access/by.server.ts";
import { LINK_HOURS, SIGN_UP_OF, type LinkPurpose } from "../../domain/link-purpose.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { emailLinks } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { consumeFrom, refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { hashToken } from "../../platform/tokens.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { EmailLink } from "./email-link-row.server.ts";
import { endAlive, holdAddress, ofGroup, tokenOfLink } from "./email-links.server.ts";
import { knownTo } from "../../access/known-browser.server.ts";
import { decideLink, LINK_REQUESTS, type Asker } from "./link-limits.server.ts";
import { LINK_ASKED_BEFORE } from "./messages.ts";
import type { Session } from "../../access/principal-context.ts";

const HOUR_MS = 60 * 60 * 1000;
/** The largest expected difference between the clocks of two servers. */
const CLOCK_SKEW_MS = 60 * 1000;
/**
 * The days for which used and expired links are stored. The profile's sign-up data and the page of an old link need
 * them.
 */
export const LINK_DAYS = 30;
const KEEP_MS = LINK_DAYS * 24 * HOUR_MS;

const bySession: By<Session> = visitor;

export type AskedLink = {
  /** The email address that gets the link, in lower case. */
  email: string;
  /** The form's other values. They are stored with the link and returned when the link is used. */
  data?: Record<string, unknown>;
  /** The page after the sign-in. It is validated when the link is used. */
  next?: string;
};

type Declared<Schema extends z.ZodType> = {
  name: string;
  purpose: LinkPurpose;
  input: Schema;
  asked: (input: z.output<Schema>) => AskedLink;
  /** Returns a refusal if no link may be made for the form; otherwise null. */
  refusal?: (
    before: { services: Services; actor: Session },
    input: z.output<Schema>,
  ) => Promise<Refusal | null>;
};

/**
 * Makes an operation that makes a link, which is valid for 24 hours, and queues its mail. The new link ends older
 * links of the same email address, group of purposes (`groupOf`) and browser. Links that other browsers requested
 * stay valid until one of them is used. No link is made shortly after another (decideLink).
 *
 * LINK-13: above these limits, the operation refuses, with the seconds to wait:
 * - 5 links an hour for one email address and browser
 * - 10 requests in 10 minutes from one browser
 * - 100 requests in 10 minutes from one IP address, except a browser that signed in with this email address before
 */
export function linkRequest<Schema extends z.ZodType>({
  name,
  purpose,
  input: schema,
  asked,
  refusal,
}: Declared<Schema>) {
  return operation({
    name,
    by: bySession,
    input: schema,
    // Requests for one email address wait for each other in this process, so a flood holds one database
    // connection.
    turn: (input) => `link ${asked(input).email}`,
    prepare: async ({ services, actor, at }, input) => {
      const refused = await refusal?.({ services, actor }, input);
      if (refused) return refused;
      const { email } = asked(input);
      const known = knownTo(services, actor.browser, email);
      const limit = await (known
        ? services.limits.consume(LINK_REQUESTS.perBrowser, known.id)
        : consumeFrom(services.limits, LINK_REQUESTS, actor));
      if (!limit.ok) return refuseTooMany("", limit);
      const from = { from: actor, email, purpose, known: known !== null };
      // This first decision takes no lock. During a flood of requests it already answers most of them.
      const early = await decide(services, services.db, from, at);
      if (early.kind === "wait") return refuseTooMany("", { retryAfterSeconds: early.seconds });
      return { ok: true, prepared: { ...from, served: early.kind === "mailed" && !early.link } };
    },
    run: async (work, input) => {
      const { services, tx, prepared, at } = work;
      if (prepared.served) return { ok: true };
      const link = { ...asked(input), purpose };
      await holdAddress(tx, link.email);
      const decision = await decide(services, tx, prepared, at);
      if (decision.kind === "wait") return refuseTooMany("", { retryAfterSeconds: decision.seconds });
      if (decision.kind === "make") await makeLink(work, link);
      else if (decision.link)
        await tx
          .update(emailLinks)
          .set(contentOf(link, decision.link))
          .where(eq(emailLinks.id, decision.link.id));
      return { ok: true };
    },
    conflict: () => LINK_ASKED_BEFORE,
  });
}

type From = { from: Session; email: string; purpose: LinkPurpose; known: boolean };

async function decide({ limits }: Services, db: Db | Tx, { email, ...asked }: From, now: Date) {
  return decideLink(limits, await linksOfLastHour(db, email, asked.purpose, now), { ...asked, now });
}

type NewLink = AskedLink & { purpose: LinkPurpose };

async function makeLink({ services, tx, actor, at }: Work<Session>, link: NewLink): Promise<void> {
  const { email, purpose } = link;
  const id = randomUUID();
  const ended = await endAlive(tx, email, purpose, at, fromWhere(actor));
  await tx.delete(emailLinks).where(lt(emailLinks.expiresAt, new Date(at.getTime() - KEEP_MS)));
  await tx.insert(emailLinks).values({
    id,
    email,
    ...contentOf(link, ended[0]),
    tokenHash: hashToken(tokenOfLink(services, id)),
    browserHash: actor.browser ? hashToken(actor.browser.id) : null,
    askedFrom: actor.ip,
    createdAt: at,
    expiresAt: new Date(at.getTime() + LINK_HOURS * HOUR_MS),
  });
  await notify(services, tx, { event: "email_link", about: { linkId: id } });
}

/**
 * Returns a link's content. If the browser requests a sign-in link after a sign-up link, the new link keeps the purpose
 * and the input of the sign-up.
 */
function contentOf({ purpose, data, next }: NewLink, before: EmailLink | undefined) {
  const carried = before && before.purpose === SIGN_UP_OF[purpose] ? before : null;
  return { purpose: carried?.purpose ?? purpose, data: data ?? carried?.data ?? {}, next: next || null };
}

function linksOfLastHour(db: Db | Tx, email: string, purpose: LinkPurpose, now: Date): Promise<EmailLink[]> {
  return db
    .select()
    .from(emailLinks)
    .where(
      and(
        ofGroup(email, purpose),
        gt(emailLinks.createdAt, new Date(now.getTime() - HOUR_MS)),
        // Links in the future, made by a server whose clock is fast, are not counted. They would block the email
        // address for over an hour.
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
