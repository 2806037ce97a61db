/**
 * STAFF-33: two-step sign-in by its operations: codes that work once, limits, resets, and the roles that need
 * it. Longer than 250 lines because all tests need the same person with an app.
 */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { nobody, browser } from "../../../test/fixtures/links.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { markBrowser, readBrowser } from "../../access/known-browser.server.ts";
import { beginSession, readSecondStep, readSession } from "../../access/sessions.server.ts";
import {
  activityLogs,
  passwords,
  rateLimits,
  recoveryCodes,
  sessions,
  twoStepRoles,
  twoSteps,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { hashPassword } from "../../platform/passwords.server.ts";
import { updateAdmin } from "../staff/change-team.server.ts";
import { resetTwoStep } from "../staff/first-admin.server.ts";
import { signInStaff } from "../staff/staff-sign-in.server.ts";
import { askForTwoStep, resetTwoStepOf } from "../staff/team-two-step.server.ts";
import { codeAt, drawnFor, type Drawn } from "./codes.server.ts";
import { renewRecoveryCodes, turnOffTwoStep } from "./own-two-step.server.ts";
import { answerSecondStep, CODES_PER_ACCOUNT, CODES_PER_PAIR, setUpAtSignIn } from "./second-step.server.ts";
import { storeTwoStep } from "./use-codes.server.ts";
import type { Admin } from "../../access/actor.ts";

const { services, db, clock, superAdmin } = await openWithStaff(1);
const PASSWORD = "plum-tree-9";
const hash = await hashPassword(PASSWORD);

let ada: Admin;
let drawn: Drawn;
beforeEach(async () => {
  await db.delete(twoStepRoles);
  await db.delete(rateLimits);
  clock.pass(60 * 60_000);
  ada = await makeAdmin({ services }, "moderator");
  await db.insert(passwords).values({ userId: ada.person.id, hash });
  drawn = drawnFor("of this test", Buffer.from(ada.person.id));
});

const now = () => codeAt(drawn.secret, clock.now());
/** Gives an admin two-step sign-in that was set up two minutes ago. */
async function give(admin: Admin) {
  const at = new Date(clock.now().getTime() - 120_000);
  const input = { userId: admin.person.id, drawn, code: codeAt(drawn.secret, at), at };
  expect(await transact(db, (tx) => storeTwoStep(tx, services.secret, input))).toBe(true);
}

/** Types the right password; returns the token of the second step's cookie. */
async function typePassword(from = nobody) {
  const done = await signInStaff(services, from, { email: ada.person.email, password: PASSWORD });
  if (!done.ok) throw new Error(JSON.stringify(done));
  expect(done.secondStep).toBe(true);
  expect(done.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["second-step"]);
  return tokenOf(done.cookies[0]!);
}
const tokenOf = (cookie: string) => {
  const [, encoded] = /=([^;]*)/.exec(cookie)!;
  return JSON.parse(Buffer.from(decodeURIComponent(encoded!), "base64").toString()) as string;
};
const answer = (token: string, code: string, from = nobody) =>
  answerSecondStep(services, from, { token, code });
const logged = async (action: "login" | "login_failed" | "two_step") =>
  (await db.select().from(activityLogs).where(eq(activityLogs.action, action)))
    .filter(({ adminId, entityId }) => adminId === ada.person.id || entityId === ada.person.id)
    .map(({ description }) => description);

test("[STAFF-33] the password alone begins no session; the code does, within five minutes", async () => {
  await give(ada);
  const token = await typePassword();
  expect(await db.$count(sessions, eq(sessions.audience, "staff"))).toBe(0);
  // The token of the second step opens no page, in whichever cookie it is sent.
  const asSession = new Request("http://localhost/", {
    headers: {
      Cookie: `session=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}`,
    },
  });
  expect(await readSession(services, asSession, "127.0.0.1")).toMatchObject({ person: null, staff: null });
  expect(await logged("login")).toEqual([]);
  const done = await answer(token, now());
  if (!done.ok) throw new Error(JSON.stringify(done));
  expect(done.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["session", "browser", "second-step"]);
  expect(await logged("login")).toEqual(["Signed in with a code"]);
  clock.pass(60_000);
  expect(await answer(token, now())).toMatchObject({ code: "unauthenticated", reason: "second_step_over" });
  const late = await typePassword();
  clock.pass(5 * 60_000 + 1);
  expect(await answer(late, now())).toMatchObject({ reason: "second_step_over" });
});

test("[STAFF-33] one code opens one session, also if it comes twice at the same moment", async () => {
  await give(ada);
  const [one, two] = [await typePassword(), await typePassword()];
  const code = now();
  const done = await Promise.all([answer(one, code), answer(two, code)]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "invalid", reason: "wrong_code" });
  // The previous code is refused too, although a phone's clock may be 30 s late: a used code invalidates all earlier
  // codes.
  const third = await typePassword();
  const earlier = codeAt(drawn.secret, new Date(clock.now().getTime() - 30_000));
  expect(await answer(third, earlier)).toMatchObject({ reason: "wrong_code" });
  clock.pass(30_000);
  expect(await answer(third, now())).toMatchObject({ ok: true });
});

test("[STAFF-33] a phone whose clock is 30 s off signs in", async () => {
  await give(ada);
  const slow = codeAt(drawn.secret, new Date(clock.now().getTime() - 30_000));
  expect(await answer(await typePassword(), slow)).toMatchObject({ ok: true });
  clock.pass(60_000);
  const fast = codeAt(drawn.secret, new Date(clock.now().getTime() + 30_000));
  expect(await answer(await typePassword(), fast)).toMatchObject({ ok: true });
});

test("[STAFF-33] 30 wrong codes: five are tried, the rest wait, all are logged, and the owner's browser is not shut out", async () => {
  await give(ada);
  const token = await typePassword();
  const right = now();
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  const tried = await Promise.all(Array.from({ length: 30 }, () => answer(token, wrong)));
  const reasons = tried.map((one) => (one.ok ? "in" : one.reason));
  const { points } = CODES_PER_PAIR;
  expect(reasons.filter((reason) => reason === "wrong_code")).toHaveLength(points);
  expect(reasons.filter((reason) => reason === "too_many_codes")).toHaveLength(30 - points);
  expect(await logged("login_failed")).toHaveLength(points);
  expect(await answer(token, right)).toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: expect.any(Number) as number,
  });
  // Typing the password again gives the guesser no new tries for codes. All other IP addresses together get 20 tries an
  // hour.
  expect(await answer(await typePassword({ ...nobody }), right)).toMatchObject({ code: "rate_limited" });
  for (let ip = 1; ip <= 20; ip++) {
    const from = { ...nobody, ip: `10.0.0.${ip}` };
    const { reason } = (await answer(token, wrong, from)) as { reason?: string };
    expect(reason, from.ip).toBe(ip <= CODES_PER_ACCOUNT.points - points ? "wrong_code" : "too_many_codes");
  }
  const cookie = await markBrowser(services, browser("own"), ada.person.email);
  const own = { ...nobody, browser: await readBrowser(services, cookie.split(";")[0]) };
  expect(await answer(token, right, own)).toMatchObject({ ok: true });
});

test("[STAFF-33] a recovery code signs in once, and only its hash is stored", async () => {
  await give(ada);
  const code = drawn.recovery[3]!;
  const done = await Promise.all(
    [await typePassword(), await typePassword()].map((token) =>
      answer(token, code.toUpperCase().replaceAll("-", "")),
    ),
  );
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await logged("login")).toEqual(["Signed in with a recovery code; 9 left"]);
  const stored = JSON.stringify([await db.select().from(recoveryCodes), await db.select().from(twoSteps)]);
  for (const secret of [drawn.secret, ...drawn.recovery]) expect(stored).not.toContain(secret);
});

test("[STAFF-33] who is asked and has none sets it up before anything else, with the secret of that sign-in alone", async () => {
  await give(superAdmin);
  await beginSession(services, db, nobody, ada.person.id, "staff");
  expect(await askForTwoStep(services, superAdmin, { asked: "all" })).toMatchObject({ ok: true });
  // This person's session began without two-step sign-in, which the role now needs, so the session was ended.
  expect(await db.$count(sessions, eq(sessions.userId, ada.person.id))).toBe(0);
  const [token, other] = [await typePassword(), await typePassword()];
  const shown = drawnFor(services.secret, (await readSecondStep(services, token))!.hash);
  const typed = codeAt(shown.secret, clock.now());
  const input = { token: other, code: typed };
  expect(await setUpAtSignIn(services, nobody, input)).toMatchObject({ reason: "set_up_code" });
  expect(await setUpAtSignIn(services, nobody, { token, code: typed })).toMatchObject({ ok: true });
  expect(await logged("two_step")).toEqual(["Set up two-step sign-in"]);
  // Another sign-in, which was shown another secret, cannot replace the stored secret.
  expect(await setUpAtSignIn(services, nobody, input)).toMatchObject({ reason: "have_two_step" });
  // The set-up used this code, so it cannot be used again.
  drawn = shown;
  expect(await answer(other, typed)).toMatchObject({ reason: "wrong_code" });
  clock.pass(30_000);
  expect(await answer(other, now())).toMatchObject({ ok: true });
});

test("[STAFF-33] a new role that is asked for it ends the sessions of who has none", async () => {
  await give(superAdmin);
  await askForTwoStep(services, superAdmin, { asked: "some", role_cashier: "on", role_super_admin: "on" });
  const asked = await db.select().from(twoStepRoles).orderBy(twoStepRoles.role);
  expect(asked.map(({ role }) => role)).toEqual(["cashier", "super_admin"]);
  await beginSession(services, db, nobody, ada.person.id, "staff");
  const change = { id: ada.memberId, name: "Ada", password: "" };
  await updateAdmin(services, superAdmin, { ...change, role: "moderator" });
  expect(await db.$count(sessions, eq(sessions.userId, ada.person.id))).toBe(1);
  await updateAdmin(services, superAdmin, { ...change, role: "super_admin" });
  expect(await db.$count(sessions, eq(sessions.userId, ada.person.id))).toBe(0);
});

test("[STAFF-33] nobody asks others before they have it themselves, and only super admins ask", async () => {
  await db.delete(twoSteps);
  expect(await askForTwoStep(services, superAdmin, { asked: "all" })).toMatchObject({ reason: "own_first" });
  expect(await askForTwoStep(services, superAdmin, { asked: "some" })).toMatchObject({ reason: "no_role" });
  expect(await askForTwoStep(services, ada, { asked: "off" })).toMatchObject({ code: "forbidden" });
  expect(await askForTwoStep(services, superAdmin, { asked: "some", role_cashier: "on" })).toMatchObject({
    ok: true,
  });
});

test("[STAFF-33] a super admin resets it for another, an operator for anybody; both end sessions and are logged", async () => {
  const lost = { id: ada.memberId };
  expect(await resetTwoStepOf(services, superAdmin, lost)).toMatchObject({ reason: "no_two_step" });
  expect(await resetTwoStepOf(services, superAdmin, { id: superAdmin.memberId })).toMatchObject({
    reason: "own_two_step",
  });
  expect(await resetTwoStepOf(services, ada, lost)).toMatchObject({ code: "forbidden" });
  for (const reset of [
    () => resetTwoStepOf(services, superAdmin, lost),
    () => resetTwoStep(db, { email: ada.person.email }, clock.now()),
  ]) {
    await give(ada);
    const token = await typePassword();
    await beginSession(services, db, nobody, ada.person.id, "staff");
    expect(await reset()).toMatchObject({ ok: true });
    expect(await db.$count(sessions, eq(sessions.userId, ada.person.id))).toBe(0);
    expect(await answer(token, now())).toMatchObject({ reason: "second_step_over" });
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, ada.person.id))).toBe(0);
  }
  expect(await logged("two_step")).toEqual([
    `Reset the two-step sign-in of ${ada.person.email}`,
    `Reset the two-step sign-in of ${ada.person.email} at the command line`,
  ]);
  const unknown = { email: "nobody@ona.test" };
  expect(await resetTwoStep(db, unknown, clock.now())).toMatchObject({ reason: "no_admin" });
});

test("[STAFF-33] new recovery codes end the old ones, and need a code; turning it off needs one too", async () => {
  await give(ada);
  const here = { ...ada, sessionHash: Buffer.alloc(32, 7), browser: null };
  expect(await renewRecoveryCodes(services, here, { code: "000000" })).toMatchObject({
    reason: "wrong_code",
  });
  const renewed = await renewRecoveryCodes(services, here, { code: now() });
  if (!renewed.ok) throw new Error(JSON.stringify(renewed));
  const token = await typePassword();
  expect(await answer(token, drawn.recovery[0]!)).toMatchObject({ reason: "wrong_code" });
  expect(await turnOffTwoStep(services, here, { code: drawn.recovery[1]! })).toMatchObject({
    reason: "wrong_code",
  });
  expect(await turnOffTwoStep(services, here, { code: renewed.codes[0]! })).toMatchObject({
    ok: true,
    cookie: expect.stringMatching(/^session=/) as string,
  });
  expect(await db.$count(twoSteps, eq(twoSteps.userId, ada.person.id))).toBe(0);
  expect(await signInStaff(services, nobody, { email: ada.person.email, password: PASSWORD })).toMatchObject({
    secondStep: false,
  });
});

test("[STAFF-33] who is asked and turns it off for another phone is signed out, and sets it up again", async () => {
  await give(superAdmin);
  await give(ada);
  await askForTwoStep(services, superAdmin, { asked: "all" });
  await beginSession(services, db, nobody, ada.person.id, "staff");
  const here = { ...ada, sessionHash: null };
  expect(await turnOffTwoStep(services, here, { code: drawn.recovery[1]! })).toMatchObject({ cookie: null });
  expect(await db.$count(sessions, eq(sessions.userId, ada.person.id))).toBe(0);
  await typePassword();
});

test("[STAFF-33] a secret that another APP_SECRET encrypted says what to do", async () => {
  await give(ada);
  const moved = { ...services, secret: "another-secret-of-enough-length" };
  const token = await typePassword();
  expect(await answerSecondStep(moved, nobody, { token, code: now() })).toMatchObject({
    reason: "unreadable",
  });
});
