import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailLinks, formReceipts, rateLimits, sessions } from "../db/schema.ts";
import { openTestServices, type TestServices } from "../../test/support/services.ts";
import { makeAdmin } from "../../test/support/bookings.ts";
import { removeOutlived } from "./housekeeping.server.ts";

let opened: TestServices;
beforeAll(async () => {
  opened = await openTestServices();
});
afterAll(() => opened.close());

const DAY = 24 * 60 * 60 * 1000;

test("what is older than needed goes, in any number; what is still needed stays", async () => {
  const { services, clock } = opened;
  const { db } = services;
  const now = clock.now().getTime();
  const ago = (days: number) => new Date(now - days * DAY);
  const receipt = (createdAt: Date) => ({ key: randomUUID(), answer: {}, createdAt });
  const kept = receipt(ago(29));
  // More than one batch.
  for (let n = 0; n < 6; n++)
    await db.insert(formReceipts).values(Array.from({ length: 1000 }, () => receipt(ago(31))));
  await db.insert(formReceipts).values(kept);
  const link = (name: string, expiresAt: Date, usedAt: Date | null) => ({
    email: `${name}@example.com`,
    purpose: "sign_up" as const,
    tokenHash: Buffer.from(randomUUID()),
    createdAt: ago(60),
    expiresAt,
    usedAt,
  });
  await db
    .insert(emailLinks)
    .values([
      link("spent", ago(31), ago(31)),
      link("never-used", ago(40), null),
      link("spent-lately", ago(29), ago(30)),
      link("alive", ago(-1), null),
    ]);
  const { person } = await makeAdmin(opened, "support");
  const session = (expiresAt: Date) => ({
    tokenHash: Buffer.from(randomUUID()),
    userId: person.id,
    expiresAt,
  });
  await db.insert(sessions).values([session(ago(1)), session(ago(-1))]);
  await db.insert(rateLimits).values([
    { key: "over", points: 3, expire: now - 1 },
    { key: "of a wrong clock", points: 3, expire: now + 365 * DAY },
    { key: "counts", points: 3, expire: now + 60_000 },
    { key: "for-ever", points: 3, expire: null },
  ]);

  expect(await removeOutlived(services)).toEqual({ receipts: 6000, links: 2, sessions: 1, limits: 2 });
  expect(await db.select().from(formReceipts)).toEqual([kept]);
  expect((await db.select().from(emailLinks)).map(({ email }) => email).toSorted()).toEqual([
    "alive@example.com",
    "spent-lately@example.com",
  ]);
  expect((await db.select().from(sessions)).length).toBe(1);
  expect((await db.select().from(rateLimits)).map(({ key }) => key).toSorted()).toEqual([
    "counts",
    "for-ever",
  ]);
  expect(await removeOutlived(services)).toEqual({ receipts: 0, links: 0, sessions: 0, limits: 0 });
});
