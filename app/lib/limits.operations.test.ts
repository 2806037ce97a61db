import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../test/support/services.ts";
import { LIMITS } from "./limits.server.ts";

let opened: TestServices;
beforeAll(async () => {
  opened = await openTestServices();
});
afterAll(() => opened.close());

test("200 at once get no more than the limit, each its own verdict; another key is not touched", async () => {
  const { limits } = opened.services;
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, () => limits.hit("bookingPerIp", "10.0.0.1")),
  );
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(LIMITS.bookingPerIp.points);
  const refused = verdicts.find((verdict) => !verdict.ok);
  expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) as number });
  expect(await limits.hit("bookingPerIp", "10.0.0.2")).toEqual({ ok: true });
  await limits.clear("bookingPerIp", "10.0.0.1");
  expect(await limits.hit("bookingPerIp", "10.0.0.1")).toEqual({ ok: true });
});

test("a blocked key is shut out, also for a crowd", async () => {
  const { limits } = opened.services;
  await limits.block("trackingPerIp", "10.0.0.3", 600);
  const verdicts = await Promise.all(
    Array.from({ length: 5 }, () => limits.hit("trackingPerIp", "10.0.0.3")),
  );
  expect(verdicts.every((verdict) => !verdict.ok && verdict.retryAfterSeconds > 500)).toBe(true);
});
