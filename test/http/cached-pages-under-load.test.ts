/**
 * Pages that are cached for everybody, under many requests and many changes: the site lock, sessions, unknown URLs, SQL
 * by hand. The requests use sockets.
 */
import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { openCachedPages, type Process } from "../fixtures/cached-pages.ts";
import { note, times, worst } from "../fixtures/long.ts";
import { routePaths } from "../fixtures/routes.ts";
import type { Visitor } from "../fixtures/app.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const LONG_TEST = { timeout: 300_000 };
const cached = await closedAfterAll(openCachedPages());
const { app, one, two, client, code } = cached;
const boss = await app.admin("super_admin");

const cookieOf = ({ cookies }: Visitor) => [...cookies].map((pair) => pair.join("=")).join("; ");
const LOCKED = /name="password"/;

/** Requests cached pages without a pause until `work` ends. */
async function whileAsked(work: () => Promise<void>): Promise<void> {
  let over = false;
  const askers = [one, two, one, two].map(async (process, n) => {
    for (let i = n; !over; i++) await process.get(cached.withoutForm[i % cached.withoutForm.length] ?? "/");
  });
  await work().finally(() => (over = true));
  await Promise.all(askers);
}

/**
 * Checks that the site is locked, or is open, in both processes. The process that changed the site lock must know it at
 * once, the other process after the notification.
 */
async function isLocked(locked: boolean): Promise<void> {
  for (const path of ["/", "/about", `/track?code=${code}`])
    expect(LOCKED.test((await one.get(path)).text), path).toBe(locked);
  await expect
    .poll(async () => LOCKED.test((await two.get("/about")).text), { timeout: 10_000 })
    .toBe(locked);
  for (const path of ["/", `/stores/${cached.store.slug}`])
    expect(LOCKED.test((await two.get(path)).text), path).toBe(locked);
}

describe("[CACHE-2] under load", () => {
  test(
    "locked and opened again and again, no page is answered from the cache while the site is locked",
    async () => {
      const lock = { intent: "activate", password: "open-sesame", confirmPassword: "open-sesame" };
      await whileAsked(async () => {
        for (let n = 0; n < times(2, 20); n++) {
          await boss.ask("/admin/site-lock", { form: lock });
          await isLocked(true);
          await boss.ask("/admin/site-lock", { form: { intent: "deactivate" } });
          await isLocked(false);
        }
      });
    },
    LONG_TEST.timeout,
  );

  test("who is no longer signed in, or no longer staff, gets a stranger's page, and a stranger nothing else than before", async () => {
    const before = (await one.get("/")).text;
    const staff = await app.admin("support", "leaves@ona.test");
    const cookie = cookieOf(staff);
    expect((await one.get("/", { Cookie: cookie })).text).toContain("Logout");
    await client.query(
      "delete from admin_members where user_id = (select id from profiles where email = 'leaves@ona.test')",
    );
    const { headers, text } = await one.get("/", { Cookie: cookie });
    expect(text).not.toContain("Logout");
    expect(headers["content-security-policy"]).toContain("'nonce-");
    expect((await one.get("/")).text === before).toBe(true);
  });

  test(
    "addresses of what does not exist take no room, however many",
    async () => {
      const before = one.cachedPages();
      const many = times(100, 10_000);
      let n = 0;
      const ask = async () => {
        while (n < many) {
          const drawn = n++;
          const path =
            drawn % 2
              ? `/stores/no-such-store-${drawn}`
              : `/track?code=OD8${String(drawn).padStart(7, "0")}NG`;
          expect((await one.get(path)).status).toBe(404);
        }
      };
      await Promise.all(Array.from({ length: 8 }, ask));
      expect(one.cachedPages()).toEqual(before);
    },
    LONG_TEST.timeout,
  );
});

testWhere(ONLY_LONG)(
  "[CACHE-1] a change by SQL by hand is in the answers of both processes within 100 ms",
  async () => {
    const path = `/stores/${cached.store.slug}`;
    const late: number[] = [];
    const shownBy = async (process: Process, name: string) => {
      const committed = performance.now();
      for (;;) {
        const asked = performance.now();
        if ((await process.get(path)).text.includes(name)) return asked - committed;
      }
    };
    for (let n = 0; n < 100; n++) {
      for (const process of [one, two, one, two]) await process.get(path);
      await client.query("update products set name = $2 where id = $1", [cached.productId, `Rice ${n}.`]);
      late.push(...(await Promise.all([one, two].map((process) => shownBy(process, `Rice ${n}.`)))));
    }
    note("A change by SQL, until a request shows it", { changes: 100, "latest, ms": worst(late) });
    expect(worst(late)).toBeLessThanOrEqual(100);
  },
  LONG_TEST.timeout,
);

testWhere(ONLY_LONG)(
  "[CACHE-2] no route shows a stranger anything else after everybody else has asked for it",
  async () => {
    const people = [await app.customer("everybody@ona.test"), await app.admin("support"), boss];
    const given: Record<string, string> = { slug: cached.store.slug, code };
    const paths = routePaths()
      .map((path) =>
        path.replaceAll(
          /:(\w+)\??/g,
          (_, name: string) => given[name] ?? "00000000-0000-4000-8000-000000000000",
        ),
      )
      .filter((path) => !path.includes("*") && !path.startsWith("/live"));
    const plain = (text: string) =>
      text.replaceAll(/nonce="[^"]+"|nonce-[\w+/=]+|[0-9a-f]{8}-[0-9a-f-]{27}|\d{13}/g, "");
    for (const path of paths) {
      const before = await one.get(path);
      for (const person of people) await one.get(path, { Cookie: cookieOf(person) });
      const after = await one.get(path);
      expect(after.status, path).toBe(before.status);
      expect(plain(after.text), path).toBe(plain(before.text));
      expect(after.text, path).not.toMatch(/Logout|everybody@ona\.test|Test (?:support|super_admin)/);
    }
  },
  LONG_TEST.timeout,
);
