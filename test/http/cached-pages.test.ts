/**
 * Pages that are cached for everybody hold no visitor's own data, and no visitor can change them. The requests use
 * sockets.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { openCachedPages, type Page } from "../fixtures/cached-pages.ts";
import { type OddRequest, oddRequests } from "../fixtures/odd-requests.ts";
import type { Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";

const cached = await closedAfterAll(openCachedPages());
const { app, one, two, client, code } = cached;

const policyOf = ({ headers }: Page) => headers["content-security-policy"] ?? "";
const keyOf = ({ text }: Page) => /name="idempotencyKey"[^>]* value="([^"]*)"/.exec(text)?.[1] ?? "";

describe("[CACHE-2] what is cached is nobody's", () => {
  test("two strangers get the same bytes, with a cookie each, and the second costs no statement", async () => {
    for (const path of cached.withoutForm) {
      const [first, second] = [await one.get(path), await one.get(path)];
      expect(first.status, path).toBe(200);
      expect(second.text === first.text, path).toBe(true);
      expect(
        one.work.filter((text) => !text.includes("rate_limits")),
        path,
      ).toEqual([]);
      expect(first.headers["etag"]).toBe(second.headers["etag"]);
      expect(first.headers["cache-control"]).toBe("private, no-cache");
      expect(second.headers["cache-control"]).toBe("private, no-cache");
      expect(String(first.headers["set-cookie"])).toMatch(/^browser=/);
      expect(String(second.headers["set-cookie"])).not.toBe(String(first.headers["set-cookie"]));
    }
  });

  test.each(["/book", "/booking", "/contact"])(
    "%s: each answer has a key of its own, and nothing else differs",
    async (path) => {
      const pages = [
        await one.get(path),
        await one.get(path),
        await two.get(path),
        await one.get(path, { "Accept-Encoding": "identity" }),
      ];
      const keys = pages.map(keyOf);
      expect(new Set(keys).size).toBe(4);
      for (const [i, { text, headers, bytes }] of pages.entries()) {
        expect(keys[i]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(text.split(keys[i] ?? "-")).toHaveLength(2);
        expect(headers["etag"]).toBe(undefined);
        expect(headers["content-length"]).toBe(String(bytes.length));
      }
      expect(pages[1]?.text.replace(keys[1] ?? "", "")).toBe(pages[0]?.text.replace(keys[0] ?? "", ""));
    },
  );

  test("a form's key at the end of the page books once, without a script", async () => {
    const page = await one.get("/book");
    const form = /<form[^>]* id="([^"]+)"[^>]*method="post"|<form[^>]*method="post"[^>]* id="([^"]+)"/.exec(
      page.text,
    );
    expect(page.text).toContain(`form="${form?.[1] ?? form?.[2]}" value="${keyOf(page)}"`);
    const send = () => app.visitor().ask("/book", { form: { ...BODY, idempotencyKey: keyOf(page) } });
    expect((await send()).location).toBe((await send()).location);
  });

  test("[WEB-2] no nonce is in them, and the policy allows the scripts of the page alone", async () => {
    for (const path of [...cached.withoutForm, ...cached.withForm]) {
      const page = await one.get(path);
      expect(page.text + policyOf(page)).not.toMatch(/nonce/);
      const scripts = [...page.text.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
        ([, own]) => own ?? "",
      );
      expect(scripts.length).toBeGreaterThan(2);
      const hashes = scripts.map((own) => `'sha256-${createHash("sha256").update(own).digest("base64")}'`);
      expect(policyOf(page)).toContain(`script-src 'self' ${[...new Set(hashes)].join(" ")};`);
    }
  });
});

describe("[CACHE-2] what was made for one visitor goes to no other", () => {
  test("every page for every principal is the same before and after strangers, who get nothing of it", async () => {
    const people: [string, Visitor][] = [
      ["customer", await app.customer("cached-customer@ona.test")],
      ["support", await app.admin("support")],
      ["super admin", await app.admin("super_admin")],
    ];
    const plain = (text: string) =>
      text
        .replace(/nonce="[^"]+"/g, "")
        .replace(/[0-9a-f-]{36}/g, "")
        .replace(/\d{13}/g, "");
    for (const path of [...cached.withoutForm, ...cached.withForm])
      for (const [who, visitor] of people) {
        const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
        const [own, stranger, again] = [
          await one.get(path, { Cookie: cookie }),
          await one.get(path),
          await one.get(path, { Cookie: cookie }),
        ];
        expect(plain(again.text), `${who} ${path}`).toBe(plain(own.text));
        expect(own.headers["cache-control"]).toBe("no-store");
        expect(own.text).toContain("Logout");
        expect(stranger.text).not.toMatch(/Logout|cached-customer|Test /);
      }
  });

  test.each(["toast=x", "unlocked=x", "theme=dark", "style=1; anything=else", "session="])(
    "with the cookie %s a page is made for its visitor",
    async (cookie) => {
      await one.get("/stores");
      const { headers } = await one.get("/stores", { Cookie: cookie });
      expect(headers["content-security-policy"]).toContain("'nonce-");
      expect(one.work.length).toBeGreaterThan(0);
    },
  );

  test("[WEB-8] pages for who saves data, and for the offline copy, are pages of their own", async () => {
    await one.get("/about");
    const lean = [
      await one.get("/about", { "Save-Data": "on" }),
      await one.get("/about", { "Save-Data": "on" }),
    ];
    for (const { text } of lean) expect(text).not.toContain("<script");
    const offline = await one.get("/about", { "Ona-Offline-Cache": "1" });
    expect(offline.text).toMatch(/<html[^>]*data-kept/);
    expect((await one.get("/about")).text).not.toMatch(/<html[^>]*data-(?:kept|lean)/);
  });
});

describe("asked again", () => {
  test("an unchanged page is a 304 in every process; a changed one is sent", async () => {
    for (const path of cached.withoutForm) {
      const { headers } = await one.get(path);
      const tag = { "If-None-Match": headers["etag"] ?? "" };
      for (const process of [one, two, one]) {
        await process.get(path);
        const same = await process.get(path, tag);
        expect([same.status, same.text, same.headers["content-type"]], path).toEqual([304, "", undefined]);
        expect(same.headers["cache-control"]).toBe("private, no-cache");
      }
      expect((await one.get(path, { "If-None-Match": 'W/"other"' })).status).toBe(200);
    }
  });

  test("a look-up of a cached page counts like any other", async () => {
    const count = async () => {
      const { rows } = await client.query<{ n: number }>(
        "select coalesce(sum(points), 0)::int as n from rate_limits where key like 'trackingPerIp:%'",
      );
      return rows[0]?.n ?? 0;
    };
    await one.get(`/track?code=${code}`);
    const before = await count();
    for (let n = 0; n < 5; n++) await one.get(`/track?code=${code}`);
    expect(await count()).toBe(before + 5);
    // Limits also count requests with the header Sec-Purpose. Anybody can send that header, and could otherwise guess
    // codes without a limit.
    await one.get(`/track?code=${code}`, { "Sec-Purpose": "prefetch" });
    expect(await count()).toBe(before + 6);
  });

  test("back and forward show a public page from the browser's own cache, and no other page", async () => {
    const session = { Cookie: `session=${"x".repeat(40)}` };
    for (const path of [
      ...cached.withoutForm,
      ...cached.withForm,
      "/quote",
      "/book/purchase",
      "/stores?q=rice",
    ]) {
      expect((await one.get(path)).headers["cache-control"], path).toBe("private, no-cache");
      expect((await one.get(path, session)).headers["cache-control"], path).toBe("no-store");
    }
    for (const path of ["/login", "/signup", "/reset-password?code=x", "/track?code=OD00000000NG"])
      expect((await one.get(path)).headers["cache-control"], path).toBe("no-store");
  });

  test("[WEB-4] pages that a browser fetches ahead count against nothing", async () => {
    await client.query("delete from rate_limits");
    for (const path of ["/", "/about", "/book", "/track", "/contact"])
      for (const address of [path, path === "/" ? "/_.data" : `${path}.data`])
        expect((await one.get(address, { "Sec-Purpose": "prefetch" })).status).toBe(200);
    expect((await client.query("select from rate_limits")).rowCount).toBe(0);
  });
});

describe("nothing poisons what is cached", () => {
  const ODD = oddRequests(`/stores/${cached.store.slug}`, `/track?code=${code}`);

  /** Makes a change that affects every cached page, and waits until the caches of both processes are empty. */
  async function emptyCaches(): Promise<void> {
    await client.query("notify ona_live, 'page:all'");
    for (const process of [one, two]) await expect.poll(() => process.cachedPages().pages).toBe(0);
  }
  /** The text of a page without the idempotency key of its form and without the time at which it was made. */
  const plainly = async (path: string) =>
    (await one.get(path)).text.replace(/ value="[^"]*"\/><\/body>/, "").replaceAll(/\d{13}/g, "");

  async function askOddly({ path, headers = {}, method }: OddRequest): Promise<void> {
    const odd = await one.get(path, headers, method);
    expect(odd.status).toBeLessThan(500);
    expect(odd.headers["content-range"]).toBe(undefined);
    if (method === "HEAD") expect(odd.bytes).toHaveLength(0);
  }

  test.each(ODD)("$name", async (odd) => {
    const before = await plainly(odd.page);
    await askOddly(odd);
    expect((await plainly(odd.page)) === before).toBe(true);
    expect(before).not.toMatch(/evil\.example|utm_source|gopher/);
  });

  test("all of them, before anybody has asked for the page itself", async () => {
    for (const page of new Set(ODD.map((odd) => odd.page))) {
      const before = await plainly(page);
      await emptyCaches();
      for (const odd of ODD.filter((one) => one.page === page)) await askOddly(odd);
      expect((await plainly(page)) === before, page).toBe(true);
    }
  });

  test("what does not exist is not cached", async () => {
    const before = one.cachedPages().pages;
    for (let n = 0; n < 30; n++) {
      expect((await one.get(`/track?code=OD9000000${n % 10}NG`)).status).toBe(404);
      expect((await one.get(`/stores/no-such-store-${n}`)).status).toBe(404);
    }
    expect(one.cachedPages().pages).toBe(before);
  });
});
