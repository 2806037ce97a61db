/**
 * Whether a link that was asked for is made and mailed. Counted by the links themselves, so that one that was used frees
 * its asker at once. Nothing here asks whether an address is known: a known and an unknown one are answered alike.
 */
import type { Limits } from "../platform/limits/rate-limiter.server.ts";
import { hashToken, sameBytes } from "../platform/tokens.server.ts";
import type { EmailLink } from "./email-link.server.ts";
import type { Browser } from "../domain/actor.ts";
import type { LinkPurpose } from "../domain/link-purpose.ts";

const MINUTE_MS = 60 * 1000;
/** While strangers flood an address, a link goes out to it this seldom. */
const FLOOD_PAUSE_MS = 15 * MINUTE_MS;

/** Who asks. A browser without its cookie is known by its network address alone. */
export type Asker = { ip: string; browser?: Browser | null };

export type LinkDecision =
  | { kind: "make" }
  /** The asker's own link of this minute; null where one that others asked for does. */
  | { kind: "mailed"; link: EmailLink | null }
  | { kind: "wait"; seconds: number };

/**
 * Decides by the links of the last hour for this address and group, newest first. None is made within a minute of the
 * asker's last one, while that is unused; nor, unless the browser signed in with this address before, while strangers
 * flood the address and one that was mailed a moment ago does: only the address's owner reads it.
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
  const seconds = secondsToWait(limits.allowed("linkPerPair"), mine, now);
  if (seconds > 0) return { kind: "wait", seconds };
  const flooded = !known && secondsToWait(limits.allowed("linkPerEmail"), recent, now) > 0;
  const served = (link: EmailLink) =>
    link.purpose === purpose && isAlive(link) && isNewer(link, FLOOD_PAUSE_MS);
  return flooded && recent.some(served) ? { kind: "mailed", link: null } : { kind: "make" };
}

function isFrom(link: EmailLink, { ip, browser }: Asker): boolean {
  return browser ? askedHere(link, browser) : link.browserHash === null && link.askedFrom === ip;
}

/** Whether a link was asked for by this browser. */
export function askedHere(link: EmailLink, browser: Browser | null | undefined): boolean {
  return !!browser && link.browserHash !== null && sameBytes(link.browserHash, hashToken(browser.id));
}

/** How long until the oldest of so many links (newest first) no longer counts; 0 where there are fewer. */
function secondsToWait(
  allowed: { points: number; seconds: number },
  links: readonly EmailLink[],
  now: Date,
): number {
  const oldest = links[allowed.points - 1];
  if (!oldest) return 0;
  return Math.max(0, Math.ceil((oldest.createdAt.getTime() - now.getTime()) / 1000) + allowed.seconds);
}
