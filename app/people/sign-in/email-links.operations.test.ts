import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import * as links from "../../../test/fixtures/links.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { emailLinks, mails, sessions } from "../../platform/db/schema.ts";
import { hashToken } from "../../platform/tokens.server.ts";
import { linkConfirmation } from "./confirm-link.server.ts";
import { findLink } from "./email-links.server.ts";
import { signUpData } from "../profile/profiles.server.ts";

const { opened } = await fileServices();

let email: string;
const { ask, confirm, personOf, customerOf: customer } = links.linksOf(opened, (next) => (email = next));

describe("a link", () => {
  test("[LINK-8] is kept as a hash and waits in the queue as an id", async () => {
    const token = await ask();
    const { rows } = await opened.services.db.execute(
      sql`select (select json_agg(l) from email_links l)::text || (select json_agg(j.data) from pgboss.job j)::text as all`,
    );
    expect((rows[0] as { all: string }).all).not.toContain(token);
    expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);
    expect((await findLink(opened.services, token))?.tokenHash).toEqual(hashToken(token));
  });

  test("read ten times is still good; used, it is over", async () => {
    const token = await ask();
    for (let n = 0; n < 10; n++) expect(await findLink(opened.services, token)).not.toBeNull();
    expect((await confirm(token)).ok).toBe(true);
    expect(await findLink(opened.services, token)).toBeNull();
    expect((await confirm(token)).ok).toBe(false);
  });

  test("[LINK-2] confirmed fifty times at once makes exactly one session", async () => {
    const token = await ask();
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const { id } = (await personOf(email))!;
    expect(await opened.services.db.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(1);
  });
});

describe("a link that others follow", () => {
  const alive = () =>
    opened.services.db
      .select()
      .from(emailLinks)
      .where(sql`email = ${email} and used_at is null and expires_at > ${opened.clock.now()}`);

  test("[LINK-2] is ended by a newer one of the same asker, also when many are asked for at once", async () => {
    const older = await ask();
    const newer = await ask();
    expect((await confirm(older)).ok).toBe(false);
    expect((await confirm(newer)).ok).toBe(true);
    await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(await alive()).toHaveLength(1);
  });

  test.each([
    ["another browser", { ip: "127.0.0.1", browser: links.browser("a stranger's") }],
    ["no browser at the same address", { ip: "127.0.0.1" }],
    ["another address", { ip: "10.7.0.1" }],
  ])("is not ended by what %s asks for, only by its use", async (_name, from) => {
    const mine = await ask();
    const strangers = await ask({ from });
    expect(await findLink(opened.services, mine)).not.toBeNull();
    expect((await confirm(mine)).ok).toBe(true);
    expect((await confirm(strangers)).ok).toBe(false);
  });

  test("[LINK-2] of two askers, confirmed at once, signs in once", async () => {
    const both = [await ask(), await ask({ from: { ip: "10.7.0.2" } })];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(both[n % 2] ?? "")));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await alive()).toHaveLength(0);
  });

  test("[LINK-2] asked for again within a minute is the one that was mailed, leading where the newest form says", async () => {
    const token = await ask({ next: "/book" });
    const again = await links.requestLink(opened.services, {
      email,
      purpose: "sign_in",
      next: "/referral",
      from: { ip: "127.0.0.1", browser: links.browser("this-browser") },
    });
    expect(again).toEqual({ ok: true });
    expect(await alive()).toHaveLength(1);
    expect(await findLink(opened.services, token)).toMatchObject({ next: "/referral" });
  });

  test("that was used frees the minute: signed up, one signs in at once", async () => {
    await confirm(await ask({ purpose: "sign_up", data: {} }));
    const from = { ip: "127.0.0.1", browser: links.browser("this-browser") };
    expect(await links.requestLink(opened.services, { email, purpose: "sign_in", from })).toEqual({
      ok: true,
    });
    expect(await alive()).toHaveLength(1);
  });
});

describe("a link and its purpose", () => {
  test("that signs in is not ended by one that resets a password", async () => {
    const token = await ask();
    await ask({ purpose: "password_reset" });
    expect((await confirm(token)).ok).toBe(true);
  });

  test("that resets a password signs nobody in", async () => {
    const token = await ask({ purpose: "password_reset" });
    expect((await confirm(token)).ok).toBe(false);
    expect(await findLink(opened.services, token)).not.toBeNull();
  });

  test("[LINK-2] lives 24 hours and not a second more", async () => {
    const token = await ask();
    opened.clock.pass(24 * 3600_000 - 2000);
    expect(await findLink(opened.services, token)).not.toBeNull();
    opened.clock.pass(2000);
    expect((await confirm(token)).ok).toBe(false);
  });

  test("asked for twice by one form is one link", async () => {
    const key = crypto.randomUUID();
    await ask({ key });
    await ask({ key });
    expect(
      await opened.services.db.select().from(emailLinks).where(eq(emailLinks.email, email)),
    ).toHaveLength(1);
  });

  test("that could not do what it was for is not spent", async () => {
    const token = await ask({ purpose: "store_sign_up", data: { storeName: "Mama Put" } });
    const failing = linkConfirmation({
      store_sign_up: async () => {
        throw new Error("database unavailable");
      },
    })(opened.services, links.nobody, { code: token });
    await expect(failing).rejects.toThrow();
    expect(await personOf(email)).toBeUndefined();
    let passed: unknown;
    const confirmed = await linkConfirmation({
      store_sign_up: async (_services, _tx, used) => {
        passed = used;
      },
    })(opened.services, links.nobody, { code: token });
    expect(confirmed).toMatchObject({ ok: true, goTo: "/store/dashboard" });
    expect(passed).toMatchObject({ email, data: { storeName: "Mama Put" } });
  });
});

describe("what was typed at sign-up", () => {
  const data = { firstName: "Ada", lastName: "Obi", referralCode: "" };

  test("prefills the profile, also when a plain link was asked for afterwards in the same browser", async () => {
    await ask({ purpose: "sign_up", data });
    expect((await confirm(await ask())).ok).toBe(true);
    expect(await signUpData(opened.services, await customer(email))).toMatchObject({ firstName: "Ada" });
  });

  test("by a stranger for somebody's address does not reach that person's own link", async () => {
    await ask({ purpose: "sign_up", data, from: { ip: "10.7.0.3", browser: links.browser("a stranger's") } });
    expect((await confirm(await ask())).ok).toBe(true);
    expect(await signUpData(opened.services, await customer(email))).toMatchObject({ firstName: null });
  });
});

test("[LINK-14] the mail says who asked and for how long, in both halves, and nothing a stranger typed", async () => {
  await ask({
    purpose: "sign_up",
    data: { firstName: "Click http://evil.example" },
    from: { ip: "203.0.113.9" },
  });
  await opened.mails(1);
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    const [mail] = await opened.services.db.select().from(mails).where(eq(mails.toAddress, email));
    if (!mail) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    for (const half of [mail.text, mail.html.replaceAll("<wbr/>", "")]) {
      expect(half).toContain(email);
      expect(half).toContain("203.0.113.9");
      expect(half).toContain("24 hours");
      expect(half).toMatch(/http:\/\/localhost:3000\/auth-callback\?code=[\w-]{43}/);
      expect(half).not.toContain("evil");
    }
    return;
  }
  throw new Error("no mail");
});
