/**
 * Sessions. The cookie has a random token; the database has the token's hash. Customers stay signed in for 30
 * days. Staff stay signed in for 12 hours, and at most 30 minutes without a request (STAFF-1).
 */
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SessionAudience } from "../domain/session-audience.ts";
import { type Db, pickColumns, type Tx } from "../platform/db/client.server.ts";
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
  second_step: 5 * MINUTE,
};
const STAFF_IDLE_MS = 30 * MINUTE;
/** `last_seen_at` is written at most once in this interval, so that most page reads write nothing. */
const SEEN_EVERY_MS = MINUTE;

/** Defines the cookie between the two steps of a sign-in. It opens no page, so it is not the session's cookie. */
const secondStepCookie = (secure: boolean) =>
  hostCookie("second-step", secure, LIFETIME_MS.second_step / 1000, undefined, "strict");
const sessionCookie = (secure: boolean, maxAge?: number) => hostCookie("session", secure, maxAge);

const columns = {
  ...pickColumns(sessions, "tokenHash", "expiresAt", "audience", "lastSeenAt"),
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
 * Looks up a single session, which is the usual case. It has a statement of its own, because PostgreSQL makes a new
 * plan of `sessionsByTokens` for each number of tokens.
 */
const sessionsByToken = preparedOnce((db) =>
  sessionsWhere(db, eq(sessions.tokenHash, sql.placeholder("hash"))).prepare("session"),
);
const nameOf = (hash: Buffer) => hash.toString("base64");
/** Looks up several sessions with one query, because hundreds of pages send requests at once after a live change. */
const sessionByToken = lookupTogether(async (db, hashes: Buffer[]) => {
  const [hash] = hashes;
  const rows =
    hashes.length === 1
      ? await sessionsByToken(db).execute({ hash })
      : await sessionsByTokens(db).execute({ hashes });
  return new Map(rows.map((row) => [nameOf(row.tokenHash), row]));
}, nameOf);

/** Returns the token in the session cookie, even of a session that has ended. Null after a sign-out. */
export async function sessionToken({ secure }: Services, request: Request): Promise<string | null> {
  const header = request.headers.get("Cookie");
  const token: unknown = header?.includes("session=") ? await sessionCookie(secure).parse(header) : null;
  return typeof token === "string" ? token : null;
}

/**
 * Returns the session of a request. The result has no person if the session has ended or was idle too long, or if
 * staff removed the person from the team. A background request does not count as activity.
 */
export async function readSession(services: Services, request: Request, ip: string): Promise<Session> {
  const nobody: Session = { ip, sessionHash: null, person: null, staff: null };
  const token = await sessionToken(services, request);
  if (token === null) return nobody;
  const { db } = services;
  const hash = hashToken(token);
  const now = services.now();
  const row = await sessionByToken(db, hash);
  if (!row || row.expiresAt <= now || row.audience === "second_step") return nobody;
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

/** True if the request's session still belongs to this person in this role. Open streams check this periodically. */
export async function isStillSignedIn(
  services: Services,
  request: Request,
  session: Session,
): Promise<boolean> {
  const { person, staff } = await readSession(services, request, session.ip);
  return person?.id === session.person?.id && staff?.role === session.staff?.role;
}

/** Begins a session, ends the browser's previous session, and returns the Set-Cookie header. */
export async function beginSession(
  services: Services,
  tx: Tx | Db,
  session: Session,
  userId: string,
  audience: "customer" | "staff",
): Promise<string> {
  if (session.sessionHash) await tx.delete(sessions).where(eq(sessions.tokenHash, session.sessionHash));
  const token = await addSession(services, tx, userId, audience);
  return sessionCookie(services.secure, LIFETIME_MS[audience] / 1000).serialize(token);
}

async function addSession(services: Services, tx: Tx | Db, userId: string, audience: SessionAudience) {
  const token = drawToken();
  const now = services.now();
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    audience,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[audience]),
  });
  return token;
}

/**
 * STAFF-33: records for five minutes that a person's password was entered in this browser, and returns the Set-Cookie
 * header. The cookie opens no page: the session begins with the second step. Until then, an earlier session of this
 * browser continues.
 */
export async function awaitSecondStep(services: Services, tx: Tx, userId: string): Promise<string> {
  return secondStepCookie(services.secure).serialize(await addSession(services, tx, userId, "second_step"));
}

/** Returns the token of the sign-in that waits for its second step in this browser; '' without one. */
export async function secondStepToken(services: Pick<Services, "secure">, request: Request): Promise<string> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("second-step=")) return "";
  const token: unknown = await secondStepCookie(services.secure).parse(header);
  return typeof token === "string" ? token : "";
}

/** Finds the person whose sign-in waits for its second step. Null after five minutes, or if the sign-in has ended. */
export async function readSecondStep(
  { db, now }: Pick<Services, "db" | "now">,
  token: string,
): Promise<{ hash: Buffer; userId: string } | null> {
  if (token === "") return null;
  const hash = hashToken(token);
  const [row] = await db.select({ userId: sessions.userId }).from(sessions).where(waiting(hash, now()));
  return row ? { hash, userId: row.userId } : null;
}

const waiting = (hash: Buffer, at: Date) =>
  and(eq(sessions.tokenHash, hash), eq(sessions.audience, "second_step"), gt(sessions.expiresAt, at));

/** Ends a sign-in that waits for its second step. Of two simultaneous requests, only one gets true. */
export async function endSecondStep(tx: Tx, hash: Buffer, at: Date): Promise<boolean> {
  const ended = await tx.delete(sessions).where(waiting(hash, at)).returning({ userId: sessions.userId });
  return ended.length > 0;
}

export function forgetSecondStep(secure: boolean): Promise<string> {
  return secondStepCookie(secure).serialize("", { maxAge: 0 });
}

export async function endSession(tx: Tx, { sessionHash }: Session): Promise<void> {
  if (sessionHash) await tx.delete(sessions).where(eq(sessions.tokenHash, sessionHash));
}

export function forgetSessionCookie(secure: boolean): Promise<string> {
  return sessionCookie(secure).serialize("", { maxAge: 0 });
}
