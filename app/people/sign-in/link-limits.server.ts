/**
 * LINK-13: decides whether a requested link is made and mailed. The limits count stored links, not requests, because
 * a stored link shows whether it was used. No function here checks for a login account.
 */
import { HOUR, MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";
import type { Limits } from "../../platform/limits/rate-limiter.server.ts";
import { hashToken, sameBytes } from "../../platform/tokens.server.ts";
import type { EmailLink } from "./email-link-row.server.ts";
import type { Browser } from "../../access/actor.ts";
import type { LinkPurpose } from "../../domain/link-purpose.ts";

/** The limits of all requests for links. A request for which no link is made counts, too. */
export const LINK_REQUESTS = perBrowserAndIp("link", 10, 10 * MINUTE);
/** The limit of links that one browser requests for one email address. */
const LINKS_PER_PAIR = rateLimit("linkPerPair", 5, HOUR);
/** The limit of links that all browsers together request for one email address. */
export const LINKS_PER_EMAIL = rateLimit("linkPerEmail", 10, HOUR);

const MINUTE_MS = 60 * 1000;
/** During a flood of requests by strangers, an email address gets only one link in this time. */
const FLOOD_PAUSE_MS = 15 * MINUTE_MS;

/** The requester of a link. A browser without a cookie is recognised by its IP address. */
export type Asker = { ip: string; browser?: Browser | null };

export type LinkDecision =
  | { kind: "make" }
  /** A link was just mailed. `link` is that link if this requester asked for it, otherwise null. */
  | { kind: "mailed"; link: EmailLink | null }
  | { kind: "wait"; seconds: number };

/**
 * Decides whether a link is made. `recent` has the links of the last hour for this email address and group of purposes,
 * newest first. No link is made in these cases:
 * - The requester got a link within the last minute and has not used it.
 * - The requester has reached the limit LINKS_PER_PAIR.
 * - The email address has reached the limit LINKS_PER_EMAIL (a flood), and an unused link for this purpose was mailed
 *   within FLOOD_PAUSE_MS. The address's owner can use this link, even if a stranger requested it. A browser that
 *   signed in with this email address before (`known`) is exempt from this rule.
 */
export function decideLink(
  limits: Limits,
  recent: readonly EmailLink[],
  asked: { from: Asker; purpose: LinkPurpose; known: boolean; now: Date },
): LinkDecision {
  const { from, purpose, known, now } = asked;
  const isNewer = (link: EmailLink, ms: number) => link.createdAt.getTime() > now.getTime() - ms;
  const isAlive = (link: EmailLink) => link.usedAt === null && link.expiresAt > now;
  const mine = recent.filter((link) => isFrom(link, from));
  const last = mine.find(isAlive);
  if (last && isNewer(last, MINUTE_MS)) return { kind: "mailed", link: last };
  const seconds = secondsToWait(limits.allowed(LINKS_PER_PAIR), mine, now);
  if (seconds > 0) return { kind: "wait", seconds };
  const flooded = !known && secondsToWait(limits.allowed(LINKS_PER_EMAIL), recent, now) > 0;
  const served = (link: EmailLink) =>
    link.purpose === purpose && isAlive(link) && isNewer(link, FLOOD_PAUSE_MS);
  return flooded && recent.some(served) ? { kind: "mailed", link: null } : { kind: "make" };
}

function isFrom(link: EmailLink, { ip, browser }: Asker): boolean {
  return browser ? askedHere(link, browser) : link.browserHash === null && link.askedFrom === ip;
}

export function askedHere(link: EmailLink, browser: Browser | null | undefined): boolean {
  return !!browser && link.browserHash !== null && sameBytes(link.browserHash, hashToken(browser.id));
}

/** Returns the seconds until another link is allowed; 0 if it is allowed now. `links` are newest first. */
function secondsToWait(
  allowed: { points: number; seconds: number },
  links: readonly EmailLink[],
  now: Date,
): number {
  const oldest = links[allowed.points - 1];
  if (!oldest) return 0;
  return Math.max(0, Math.ceil((oldest.createdAt.getTime() - now.getTime()) / 1000) + allowed.seconds);
}
