import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { LOOKUPS } from "../../parcels/tracking/tracking-limits.ts";
import {
  PASSWORDS_PER_ACCOUNT,
  PASSWORDS_PER_IP,
  PASSWORDS_PER_PAIR,
} from "../../people/staff/staff-sign-in.server.ts";
import { HOUR, MINUTE, perBrowserAndIp, rateLimit, type RateLimit } from "./rate-limit.ts";

const { opened } = await fileServices({});

const ATTEMPTS = rateLimit("attempts", 30, 10 * MINUTE);
const FORMS = perBrowserAndIp("form", 5, 10 * MINUTE);

test("a limit for longer than an hour is no limit: the count would start again each time", () => {
  expect(() => rateLimit("perDay", 5, 24 * HOUR)).toThrow("perDay");
});

test("[WEB-4] 200 at once get no more than the limit, each with its own result; another key is not touched", async () => {
  const { limits } = opened.services;
  const results = await Promise.all(Array.from({ length: 200 }, () => limits.consume(ATTEMPTS, "10.0.0.1")));
  expect(results.filter(({ ok }) => ok)).toHaveLength(ATTEMPTS.points);
  const refused = results.find((limit) => !limit.ok);
  expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) as number });
  expect(await limits.consume(ATTEMPTS, "10.0.0.2")).toEqual({ ok: true });
  await limits.clear(ATTEMPTS, "10.0.0.1");
  expect(await limits.consume(ATTEMPTS, "10.0.0.1")).toEqual({ ok: true });
});

test("[WEB-4] attempts that come together are counted one by one: a browser's limit first, then its address's", async () => {
  const { limits, db } = opened.services;
  const browsers = Array.from({ length: 12 }, (_, n) => `10.0.0.6 browser-${n}`);
  const results = await Promise.all(
    Array.from({ length: 240 }, (_, n) =>
      limits.consumeBoth([FORMS.perBrowser, browsers[n % 12] ?? ""], [FORMS.perIp, "10.0.0.6"]),
    ),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(FORMS.perIp.points);
  // The limit of the IP address counts only attempts that a browser's limit accepted: 5 of each of the 12 browsers.
  const { rows } = await db.execute(sql`select points from rate_limits where key like 'formPerIp:%'`);
  expect(rows).toEqual([{ points: 12 * FORMS.perBrowser.points }]);
  expect(await limits.consumeBoth([FORMS.perBrowser, "10.0.0.7 a"], [FORMS.perIp, "10.0.0.7"])).toEqual({
    ok: true,
  });
});

test("a blocked key is refused, also when many ask at once", async () => {
  const { limits } = opened.services;
  await limits.block(LOOKUPS.perBrowser, "10.0.0.3", 600);
  const results = await Promise.all(
    Array.from({ length: 5 }, () => limits.consume(LOOKUPS.perBrowser, "10.0.0.3")),
  );
  expect(results.every((limit) => !limit.ok && limit.retryAfterSeconds > 500)).toBe(true);
});

test("[WEB-4] a flood beyond the limit costs no statement; a password is always asked of the database", async () => {
  const { limits, db } = opened.services;
  const pointsOf = async (name: string) =>
    Number(
      (await db.execute(sql`select sum(points) as n from rate_limits where key like ${`${name}:%`}`))
        .rows[0]?.["n"],
    );
  const flood = async (limit: RateLimit) => {
    const most = limit.points;
    for (let n = 0; n < most + 20; n++) await limits.consume(limit, "10.0.0.8");
    expect(await limits.consume(limit, "10.0.0.8")).toMatchObject({ ok: false });
    return (await pointsOf(limit.name)) - most;
  };
  expect(await flood(LOOKUPS.perIp)).toBe(1);
  expect(await flood(PASSWORDS_PER_IP)).toBe(21);
});

test("what is given back leaves the attempts of others; what is cleared is only the caller's own", async () => {
  const { limits } = opened.services;
  const own = [PASSWORDS_PER_PAIR, "ada@example.com 10.0.0.4"] as const;
  const shared = [PASSWORDS_PER_ACCOUNT, "ada@example.com"] as const;
  for (let n = 0; n < PASSWORDS_PER_ACCOUNT.points; n++) await limits.consume(...shared);
  expect((await limits.get(...shared)).ok).toBe(false);
  await limits.giveBack(...shared);
  expect((await limits.consume(...shared)).ok).toBe(true);
  expect((await limits.consume(...shared)).ok).toBe(false);
  await limits.clear(...own);
  expect((await limits.get(...shared)).ok).toBe(false);
});

test("a count that a clock far ahead wrote starts again at zero", async () => {
  const { limits, db } = opened.services;
  const count = [PASSWORDS_PER_PAIR, "10.0.0.5 -"] as const;
  for (let n = 0; n < 9; n++) await limits.consume(...count);
  expect((await limits.consume(...count)).ok).toBe(false);
  await db.execute(sql`update rate_limits set expire = expire + 365::bigint * 86400000`);
  expect((await limits.get(...count)).ok).toBe(true);
  expect((await limits.consume(...count)).ok).toBe(true);
});

test("what is counted names nobody and takes keys of any length", async () => {
  const { limits, db } = opened.services;
  expect((await limits.consume(ATTEMPTS, `ada@${"x".repeat(10_000)}.example`)).ok).toBe(true);
  const { rows } = await db.execute(
    sql`select key from rate_limits where key like '%ada%' or length(key) > 100`,
  );
  expect(rows).toEqual([]);
});
