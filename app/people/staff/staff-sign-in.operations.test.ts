/** STAFF-1: the records of a sign-in, refused or not. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { nobody } from "../../../test/fixtures/links.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { activityLogs, idempotencyKeys, passwords, sessions } from "../../platform/db/schema.ts";
import { hashPassword } from "../../platform/passwords.server.ts";
import { PASSWORDS_PER_PAIR, signInStaff, signOut } from "./staff-sign-in.server.ts";

const { services, db, moderator } = await openWithStaff(1);
const { id: userId, email } = moderator.person;
await db.insert(passwords).values({ userId, hash: await hashPassword("plum-tree-9") });
const logged = async (action: "login" | "login_failed" | "logout") =>
  (await db.select().from(activityLogs).where(eq(activityLogs.action, action))).length;

test("[STAFF-1] [STAFF-13] a refused sign-in stays in the log and counts towards the limit", async () => {
  const { points } = PASSWORDS_PER_PAIR;
  for (let tries = 1; tries <= points; tries++) {
    const refused = await signInStaff(services, nobody, { email, password: "wrong" });
    expect(refused).toMatchObject({ code: "unauthenticated", reason: "wrong_sign_in" });
    expect(await logged("login_failed")).toBe(tries);
  }
  expect(await signInStaff(services, nobody, { email, password: "plum-tree-9" })).toMatchObject({
    code: "rate_limited",
    reason: "too_many_sign_ins",
    retryAfterSeconds: expect.any(Number) as number,
  });
  expect(await logged("login_failed")).toBe(points);
});

test("[STAFF-1] a sign-in begins a session, whose secret is stored nowhere; a sign-out ends it", async () => {
  const here = { ...nobody, ip: "10.1.2.3" };
  const before = await db.$count(idempotencyKeys);
  const signedIn = await signInStaff.receive(
    services,
    here,
    { email: ` ${email.toUpperCase()}`, password: "plum-tree-9" },
    crypto.randomUUID(),
  );
  if (!signedIn.ok) throw new Error("not signed in");
  expect(signedIn.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["session", "browser"]);
  expect([await logged("login"), await db.$count(idempotencyKeys)]).toEqual([1, before]);
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  const { person, memberId, role } = moderator;
  const signedInAs = { ...here, sessionHash: session!.tokenHash, person, staff: { memberId, role } };
  expect(await signOut(services, signedInAs, {})).toEqual({ ok: true });
  expect([await logged("logout"), await db.$count(sessions)]).toEqual([1, 0]);
});
