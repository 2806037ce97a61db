/** The clock: midnight in Lagos, a leap day, and a clock that is set a day forward or back under a running product. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findLink, tokenOfLink } from "../../app/auth/email-links.server.ts";
import { readFigures } from "../../app/dashboard/figures.server.ts";
import { deliveries, emailLinks } from "../../app/platform/db/schema.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { askForLink } from "../fixtures/links.ts";
import { note } from "../fixtures/long.ts";
import { openTestServices } from "../fixtures/services.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000 }));

const at = (moment: string) => opened.clock.set(new Date(moment));
const DAY = 24 * 60 * 60 * 1000;
const SECOND = 1000;

async function estimateOf(moment: string, deliveryType: string): Promise<string> {
  at(moment);
  const { id } = await bookOne(opened, {
    deliveryType,
    senderEmail: `clock-${crypto.randomUUID()}@example.com`,
  });
  const [row] = await opened.services.db.select().from(deliveries).where(eq(deliveries.id, id));
  return row!.estimatedDelivery.toISOString().slice(0, 10);
}

test("a second before and after midnight in Lagos are two days; a leap day is one", async () => {
  // Midnight in Lagos is 23:00 UTC of the day before.
  const admin = await makeAdmin(opened, "support");
  const today = async () => (await readFigures(opened.services, admin)).todayDeliveries;
  await estimateOf("2026-11-21T22:59:59Z", "standard");
  expect(await today()).toBe(1);
  at("2026-11-21T23:00:01Z");
  expect(await today()).toBe(0);
  await estimateOf("2026-11-21T23:00:01Z", "standard");
  expect(await today()).toBe(1);

  expect(await estimateOf("2028-02-28T12:00:00Z", "same_day")).toBe("2028-02-29");
  expect(await estimateOf("2028-02-28T12:00:00Z", "express")).toBe("2028-03-01");
  expect(await estimateOf("2027-02-28T12:00:00Z", "same_day")).toBe("2027-03-01");
  expect(await estimateOf("2028-02-29T12:00:00Z", "standard")).toBe("2028-03-04");
  note("k. Clock: midnight in Lagos, leap day", { "dates tried": 7, wrong: 0 });
});

test("links live 24 hours by the clock, whichever way it is put", async () => {
  const { services, clock } = opened;
  const usable = async (token: string) => (await findLink(services, token)) !== null;
  at("2026-12-31T12:00:00Z");
  const email = "clock@example.com";
  const token = await askForLink(opened, { email });
  const asked = clock.now().getTime();
  const tried: [put: number, usable: boolean][] = [
    [0, true],
    [DAY - SECOND, true],
    [DAY + SECOND, false],
    [-DAY, true],
    [DAY, false],
    [0, true],
  ];
  for (const [put, wanted] of tried) {
    clock.set(new Date(asked + put));
    expect(await usable(token), `${put / DAY} days`).toBe(wanted);
  }
  // A clock that ran a day ahead and was put right: the newer link counts, not the one with the later date.
  clock.set(new Date(asked + DAY));
  const ahead = await askForLink(opened, { email });
  clock.set(new Date(asked));
  await askForLink(opened, { email });
  const links = await services.db.select().from(emailLinks).where(eq(emailLinks.email, email));
  const newest = links.find(({ createdAt }) => createdAt.getTime() === clock.now().getTime())!;
  const right = tokenOfLink(services, newest.id);
  expect(await usable(right)).toBe(true);
  expect(await usable(ahead)).toBe(false);
  note("k. Clock: put a day forward and back", {
    "moments tried": tried.length + 2,
    "early or late links": 0,
  });
});
