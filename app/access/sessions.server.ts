/**
 * Sessions. The cookie has a random token, and the database has the hash of the token. Customers stay signed in for 30
 * days; staff for 12 hours and at most 30 minutes without a request (STAFF-1).
 */
import { eq, type SQL, sql } from "drizzle-orm";
import type { SessionAudience } from "../domain/session-audience.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { adminMembers, profiles, sessions } from "../platform/db/schema.ts";
import { preparedOnce } from "../platform/db/prepared.server.ts";
import { lookupTogether } from "../platform/db/shared-read.server.ts";
import { hostCookie } from "../platform/http/host-cookie.server.ts";
import { isBackground } from "../platform/live/background.ts";
import { drawToken, hashToken } from "../platform/tokens.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Session } from "./principal-context.ts";

const MINUTE = 60_000;
const LIFETIME_MS: Record<SessionAudience, number> = {
  customer: 30 * 24 * 60 * MINUTE,
  staff: 12 * 60 * MINUTE,
};
const STAFF_IDLE_MS = 30 * MINUTE;
/** The shortest interval between two writes of `last_seen_at`, so that reading pages rarely writes. */
const SEEN_EVERY_MS = MINUTE;

const sessionCookie = (secure: boolean, maxAge?: number) => hostCookie("session", secure, maxAge);

const columns = {
  tokenHash: sessions.tokenHash,
  expiresAt: sessions.expiresAt,
  audience: sessions.audience,
  lastSeenAt: sessions.lastSeenAt,
  id: profiles.id,
  email: profiles.email,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  fullName: profiles.fullName,
  phone: profiles.phone,
  address: profiles.address,
  referralCode: profiles.referralCode,
  memberId: adminMembers.id,
  role: adminMembers.adminRole,
};

const sessionsWhere = (db: Db, where: SQL) =>
  db
    .select(columns)
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .leftJoin(adminMembers, eq(adminMembers.userId, profiles.id))
    .where(where);
const sessionsByTokens = preparedOnce((db) =>
  sessionsWhere(db, sql`${sessions.tokenHash} = any(${sql.placeholder("hashes")})`).prepare("sessions"),
);
/**
 * The look-up of a single session, prepared once. `sessionsByTokens` takes a list of hashes, so PostgreSQL plans it
 * again for each length of the list.
 */
const sessionsByToken = preparedOnce((db) =>
  sessionsWhere(db, eq(sessions.tokenHash, sql.placeholder("hash"))).prepare("session"),
);
const nameOf = (hash: Buffer) => hash.toString("base64");
/**
 * Looks up several sessions with one query, because hundreds of open pages send requests at once after a live change.
 */
const sessionByToken = lookupTogether(async (db, hashes: Buffer[]) => {
  const [hash] = hashes;
  const rows =
    hashes.length === 1
      ? await sessionsByToken(db).execute({ hash })
      : await sessionsByTokens(db).execute({ hashes });
  return new Map(rows.map((row) => [nameOf(row.tokenHash), row]));
}, nameOf);

/**
 * The session of a request, by the session cookie. The result has no person if the session has ended or was idle too
 * long, or if a member of staff was removed from the team. A background request does not count as activity.
 */
export async function readSession(services: Services, request: Request, ip: string): Promise<Session> {
  const nobody: Session = { ip, sessionHash: null, person: null, staff: null };
  const header = request.headers.get("Cookie");
  if (!header?.includes("session=")) return nobody;
  const token: unknown = await sessionCookie(services.secure).parse(header);
  if (typeof token !== "string") return nobody;
  const { db } = services;
  const hash = hashToken(token);
  const now = services.now();
  const row = await sessionByToken(db, hash);
  if (!row || row.expiresAt <= now) return nobody;
  const idle = now.getTime() - row.lastSeenAt.getTime();
  const ofStaff = row.audience === "staff";
  if (ofStaff && (idle > STAFF_IDLE_MS || !row.memberId)) return nobody;
  if (idle > SEEN_EVERY_MS && !isBackground(request))
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, hash));
  const {
    tokenHash: _hash,
    expiresAt: _end,
    audience: _for,
    lastSeenAt: _seen,
    memberId,
    role,
    ...person
  } = row;
  return { ip, sessionHash: hash, person, staff: ofStaff && memberId && role ? { memberId, role } : null };
}

/** True if the request's session still belongs to this person in this role. Open streams check it periodically. */
export async function isStillSignedIn(
  services: Services,
  request: Request,
  session: Session,
): Promise<boolean> {
  const { person, staff } = await readSession(services, request, session.ip);
  return person?.id === session.person?.id && staff?.role === session.staff?.role;
}

/** Begins a session for a person, ends the previous session of this browser, and returns the Set-Cookie header. */
export async function beginSession(
  services: Services,
  tx: Tx | Db,
  session: Session,
  userId: string,
  audience: SessionAudience,
): Promise<string> {
  const token = drawToken();
  const lifetime = LIFETIME_MS[audience];
  const now = services.now();
  if (session.sessionHash) await tx.delete(sessions).where(eq(sessions.tokenHash, session.sessionHash));
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    audience,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
  });
  return sessionCookie(services.secure, lifetime / 1000).serialize(token);
}

/** Ends this browser's session. */
export async function endSession(tx: Tx, { sessionHash }: Session): Promise<void> {
  if (sessionHash) await tx.delete(sessions).where(eq(sessions.tokenHash, sessionHash));
}

/** The Set-Cookie header that removes the session's cookie. */
export function forgetSessionCookie(secure: boolean): Promise<string> {
  return sessionCookie(secure).serialize("", { maxAge: 0 });
}
