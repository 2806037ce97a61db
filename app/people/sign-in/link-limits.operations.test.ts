/** LINK-13: the limits of mailed links. A stranger cannot use up the limit of the owner of an email address. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as links from "../../../test/fixtures/links.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { emailLinks } from "../../platform/db/schema.ts";
import { linkConfirmation } from "./confirm-link.server.ts";
import { findLink, tokenOfLink } from "./email-links.server.ts";
import { isRegistered } from "./is-registered.server.ts";
import { LINK_REQUESTS, LINKS_PER_EMAIL } from "./link-limits.server.ts";
import { markBrowser, readBrowser } from "../../access/known-browser.server.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";

const strict = await closedAfterAll(openTestServices());

const sent = (address: string) =>
  strict.services.db.select().from(emailLinks).where(eq(emailLinks.email, address));
const request = (address: string, from: links.LinkRequest["from"]) =>
  links.requestLink(strict.services, { email: address, purpose: "sign_in", from });

test("[LINK-2] two hundred requests at once by one browser for one address make one link", async () => {
  const from = { ip: "10.9.0.1", browser: links.browser("one") };
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => request(n % 2 ? "One@example.com" : "one@EXAMPLE.com", from)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(LINK_REQUESTS.perBrowser.points);
  for (const answer of answers) if (!answer.ok) expect(answer.retryAfterSeconds).toBeGreaterThan(0);
  expect(await sent("one@example.com")).toHaveLength(1);
});

test("[LINK-13] six in an hour by one asker are five, and the sixth says how long to wait", async () => {
  const from = { ip: "10.9.0.2" };
  for (let n = 0; n < 5; n++) {
    expect((await request("six@example.com", from)).ok).toBe(true);
    strict.clock.pass(61_000);
  }
  const refused = await request("six@example.com", from);
  expect(refused).toMatchObject({ code: "rate_limited", retryAfterSeconds: 3600 - 5 * 61 });
  strict.clock.pass((3600 - 5 * 61) * 1000);
  expect((await request("six@example.com", from)).ok).toBe(true);
});

test("strangers at 200 addresses mail ten links and end nobody's; the owner's mailbox always holds one that works", async () => {
  const address = "flood@example.com";
  const owner = { ip: "10.9.0.3", browser: links.browser("owner") };
  await request(address, owner);
  const [mine] = await sent(address);
  const flood = () =>
    Promise.all(Array.from({ length: 200 }, (_, n) => request(address, { ip: `10.0.${n}.1` })));
  const answers = await flood();
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(await sent(address)).toHaveLength(LINKS_PER_EMAIL.points);
  const token = tokenOfLink(strict.services, mine?.id ?? "");
  expect(await findLink(strict.services, token)).not.toBeNull();
  for (let quarter = 0; quarter < 3; quarter++) {
    strict.clock.pass(16 * 60_000);
    await flood();
    // During the flood an unknown browser gets the usual response, although only one link is mailed in 15 minutes.
    const from = { ip: "10.9.0.4", browser: links.browser("new") };
    expect(await request(address, from)).toEqual({ ok: true });
    const fresh = strict.clock.now().getTime() - 15 * 60_000;
    const mailed = (await sent(address)).filter(({ createdAt }) => createdAt.getTime() > fresh);
    expect(mailed.length).toBeGreaterThan(0);
    expect(mailed.length).toBeLessThanOrEqual(1);
  }
  expect((await linkConfirmation()(strict.services, links.nobody, { code: token })).ok).toBe(true);
});

test("[LINK-13] the owner's known browser gets its own link in the middle of a flood", async () => {
  const address = "known@example.com";
  await Promise.all(Array.from({ length: 50 }, (_, n) => request(address, { ip: `10.1.${n}.1` })));
  const cookie = await markBrowser(strict.services, null, address);
  const known = await readBrowser(strict.services, cookie.split(";")[0]);
  for (let n = 0; n < LINK_REQUESTS.perIp.points; n++)
    await strict.services.limits.consume(LINK_REQUESTS.perIp, "10.9.0.5");
  const before = await sent(address);
  expect(before).toHaveLength(LINKS_PER_EMAIL.points);
  expect((await request(address, { ip: "10.9.0.5", browser: known })).ok).toBe(true);
  expect(await sent(address)).toHaveLength(before.length + 1);
});

test("two hundred at once for many addresses from one place make ten; behind one address with cookies, a hundred", async () => {
  const ask = (from: (n: number) => links.LinkRequest["from"]) =>
    Promise.all(Array.from({ length: 200 }, (_, n) => request(`n${n}@example.com`, from(n))));
  const answers = await ask(() => ({ ip: "10.9.9.9" }));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  for (let n = 0; n < LINK_REQUESTS.perIp.points - 5; n++)
    await strict.services.limits.consume(LINK_REQUESTS.perIp, "10.9.9.8");
  const drawn = await ask((n) => ({ ip: "10.9.9.8", browser: links.browser(`drawn ${n}`) }));
  expect(drawn.filter(({ ok }) => ok)).toHaveLength(5);
});

test("nobody can try out who is registered", async () => {
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      isRegistered(strict.services, { ip: "10.8.8.8" }, `try${n}@example.com`),
    ),
  );
  expect(tries.filter((answer) => typeof answer === "boolean")).toHaveLength(20);
});
