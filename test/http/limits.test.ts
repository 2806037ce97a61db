/** Rate limits stop guessing and flooding, and block no other person: security criterion 18. */
import { expect, test } from "vitest";
import { MISSES } from "../../app/parcels/tracking/tracking-limits.ts";
import { PASSWORDS_PER_ACCOUNT, PASSWORDS_PER_PAIR } from "../../app/people/staff/staff-sign-in.server.ts";
import { liftLock } from "../../app/company/site-lock/site-lock.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { note, times } from "../fixtures/long.ts";
import { codeOf, linkFor } from "../fixtures/people.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ trustProxy: 1 }));

const PASSWORD = "a-long-test-password";
const at = (ip: string) => ({ "X-Forwarded-For": ip });
const signIn = (who: Visitor, ip: string, email: string, password = PASSWORD) =>
  who.ask("/admin/login", { form: { email, password }, headers: at(ip) });
const statuses = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test("a stranger's wrong passwords do not block the owner, whose browser is known after log-out too", async () => {
  const email = "owner@ona.test";
  const owner = await app.admin("support", email);
  await owner.ask("/admin/logout", { form: {} });
  const stranger = app.visitor();
  const tried = [];
  for (let n = 0; n < 7; n++) tried.push(await signIn(stranger, "10.0.0.1", email, "a wrong guess"));
  expect(statuses(tried, 401)).toBe(PASSWORDS_PER_PAIR.points);
  expect(statuses(tried, 429)).toBe(2);
  expect(Number(tried.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(0);
  // The owner may still sign in: from the stranger's IP address in a browser that signed in before, and from another IP
  // address in any browser.
  expect((await signIn(owner, "10.0.0.1", email)).status).toBe(302);
  expect((await signIn(app.visitor(), "10.0.0.2", email)).status).toBe(302);
});

test("[WEB-4] one's own sign-in frees no guesses at another's account", async () => {
  await app.admin("support", "guesser@ona.test");
  await app.admin("support", "victim@ona.test");
  const guesser = app.visitor();
  const own = app.visitor();
  const tried = [];
  for (let n = 0; n < 8; n++) {
    tried.push(await signIn(guesser, "10.0.1.1", "victim@ona.test", "a wrong guess"));
    expect((await signIn(own, "10.0.1.1", "guesser@ona.test")).status).toBe(302);
  }
  expect(statuses(tried, 401)).toBe(PASSWORDS_PER_PAIR.points);
});

test(
  "[STAFF-2] a thousand addresses get twenty guesses an hour; the known browser passes, a new one by the reset link",
  { timeout: times(30_000, 300_000) },
  async () => {
    const email = "target@ona.test";
    const owner = await app.admin("support", email);
    const tried: { status: number }[] = [];
    for (let n = 0; n < times(40, 1000); n++)
      tried.push(await signIn(app.visitor(), `10.1.${n >> 8}.${n & 255}`, email, `guess ${n}`));
    // Each failed attempt uses one point of the account's limit. The owner's earlier sign-in succeeded and used none,
    // so the guesses can use all points.
    expect(statuses(tried, 401)).toBe(PASSWORDS_PER_ACCOUNT.points);
    expect(statuses(tried, 429)).toBe(tried.length - PASSWORDS_PER_ACCOUNT.points);
    expect((await signIn(owner, "10.0.2.1", email)).status).toBe(302);
    note("Many addresses guess one password of staff", {
      addresses: tried.length,
      "guesses that were looked at in the hour": statuses(tried, 401),
      "refused with 429": statuses(tried, 429),
      "the owner's own browser meanwhile": "signed in",
    });

    const fresh = app.visitor();
    const refused = await signIn(fresh, "10.0.2.2", email);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("Forgot password?");
    await fresh.ask("/admin/login?forgot=1", { form: { intent: "forgot", email }, headers: at("10.0.2.2") });
    const path = await linkFor(app, email, "reset-password");
    const password = "another long one";
    const form = { code: codeOf(path), password, confirmPassword: password };
    expect((await fresh.ask(path, { form, headers: at("10.0.2.2") })).status).toBe(302);
    expect((await signIn(fresh, "10.0.2.2", email, password)).status).toBe(302);
  },
);

test("ten typing errors block one browser, not the carrier's address that thousands share", async () => {
  const careless = app.visitor();
  await careless.ask("/track", { headers: at("10.0.3.1") });
  const miss = (who: Visitor, n: number) => who.ask(`/track?code=OD9999${n}NG`, { headers: at("10.0.3.1") });
  for (let n = 0; n < 9; n++) expect((await miss(careless, n)).status).toBe(404);
  const tenth = await miss(careless, 9);
  expect(tenth.status).toBe(429);
  expect(Number(tenth.headers.get("Retry-After"))).toBeGreaterThan(0);
  const other = app.visitor();
  await other.ask("/track", { headers: at("10.0.3.1") });
  expect((await miss(other, 10)).status).toBe(404);
  // Clients that send no cookie share the limit of their IP address. The loop uses most of that limit up.
  for (let n = 0; n < 87; n++) await app.services.limits.consume(MISSES.perIp, "10.0.3.1");
  const drawn = [];
  for (let n = 0; n < 4; n++) {
    const fresh = app.visitor();
    const cookie = other.cookies.get("browser");
    await fresh.ask("/track", { headers: at("10.0.3.1") });
    expect(fresh.cookies.get("browser")).not.toBe(cookie);
    drawn.push(await miss(fresh, n));
  }
  expect(statuses(drawn, 429)).toBeGreaterThan(0);
});

test("a forged cookie of a known browser is none", async () => {
  const email = "forged@ona.test";
  const owner = await app.admin("support", email);
  const forger = app.visitor();
  const value = Buffer.from(decodeURIComponent(owner.cookies.get("browser") ?? ""), "base64").toString();
  expect(value).not.toContain(email);
  await forger.ask("/admin/login");
  const own = Buffer.from(decodeURIComponent(forger.cookies.get("browser") ?? ""), "base64").toString();
  const [id, signed] = (JSON.parse(own) as string).split(".");
  const mark = (JSON.parse(value) as string).split(".")[2];
  const forged = Buffer.from(JSON.stringify(`${id}.${signed}.${mark}`)).toString("base64");
  forger.cookies.set("browser", encodeURIComponent(forged));
  const tried = [];
  for (let n = 0; n < 7; n++) tried.push(await signIn(forger, `10.0.4.${n}`, email, "a wrong guess"));
  // The browser is not known to the account, because the forged mark in its cookie is ignored. So the attempts are
  // limited by account and IP address. Each comes from another IP address, so none gets 429. A known browser would get
  // only five attempts.
  expect(statuses(tried, 401)).toBe(7);
});

test("[LOCK-4] wrong passwords of the site block one browser; another at the same address opens it", async () => {
  const boss = await app.admin("super_admin");
  const lock = { intent: "activate", password: "open-sesame", confirmPassword: "open-sesame" };
  await boss.ask("/admin/site-lock", { form: lock });
  const unlock = (who: Visitor, password: string) =>
    who.ask("/unlock", { form: { password, next: "/about" }, headers: at("10.0.5.1") });
  const [guesser, guest] = [app.visitor(), app.visitor()];
  for (const who of [guesser, guest])
    expect((await who.ask("/", { headers: at("10.0.5.1") })).status).toBe(423);
  for (let n = 0; n < 5; n++) expect((await unlock(guesser, "wrong")).status).toBe(423);
  expect((await unlock(guesser, "open-sesame")).status).toBe(429);
  expect((await unlock(guest, "open-sesame")).status).toBe(302);
  await liftLock(app.services.db, {}, app.clock.now());
});
