/** The clock: midnight in Lagos, a leap day, and a clock that is set a day forward or back under a running product. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findLink, tokenOfLink } from "../../app/people/sign-in/email-links.server.ts";
import { readFigures } from "../../app/company/dashboard/figures.server.ts";
import { bookings, emailLinks } from "../../app/platform/db/schema.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { askForLink } from "../fixtures/links.ts";
import { note } from "../fixtures/long.ts";
import { fileServices } from "../fixtures/file-services.ts";

const { opened } = await fileServices();

const at = (moment: string) => opened.clock.set(new Date(moment));
const DAY = 24 * 60 * 60 * 1000;
const SECOND = 1000;

async function estimateOf(moment: string, deliveryType: string): Promise<string> {
  at(moment);
  const { id } = await bookOne(opened, {
    deliveryType,
    // The receiver lives in the sender's city, because Same Day is offered only within a city.
    receiverAddress: "9 Opebi Road, Ikeja, Lagos",
    senderEmail: `clock-${crypto.randomUUID()}@example.com`,
  });
  const [row] = await opened.services.db.select().from(bookings).where(eq(bookings.id, id));
  return row!.estimatedDelivery.toISOString().slice(0, 10);
}

test("a second before and after midnight in Lagos are two days; a leap day counts", async () => {
  // Midnight in Lagos is at 23:00 UTC of the previous day.
  const today = async () => (await readFigures(opened.services)).todayDeliveries;
  const found: (string | number)[] = [];
  await estimateOf("2026-11-21T22:59:59Z", "standard");
  found.push(await today());
  at("2026-11-21T23:00:01Z");
  found.push(await today());
  await estimateOf("2026-11-21T23:00:01Z", "standard");
  found.push(await today());
  for (const [booked, type] of [
    ["2028-02-28", "same_day"],
    ["2028-02-28", "express"],
    ["2027-02-28", "same_day"],
    ["2028-02-29", "standard"],
  ] as const)
    found.push(await estimateOf(`${booked}T12:00:00Z`, type));
  // After noon Same Day is picked up the next working day, and 28 February 2027 is a Sunday.
  const right = [1, 0, 1, "2028-03-01", "2028-03-01", "2027-03-02", "2028-03-04"];
  note("k. Clock: midnight in Lagos, leap day", {
    "dates tried": found.length,
    wrong: found.filter((one, index) => one !== right[index]).length,
  });
  expect(found).toEqual(right);
});

test("links are valid for 24 hours by the clock, whichever way it is set", async () => {
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
  const wrong: string[] = [];
  for (const [put, wanted] of tried) {
    clock.set(new Date(asked + put));
    if ((await usable(token)) !== wanted) wrong.push(`${put / DAY} days`);
  }
  // One link is requested while the clock is a day ahead, and another one after the clock is corrected. The second link
  // is valid, although the stored date of the first one is later.
  clock.set(new Date(asked + DAY));
  const ahead = await askForLink(opened, { email });
  clock.set(new Date(asked));
  await askForLink(opened, { email });
  const links = await services.db.select().from(emailLinks).where(eq(emailLinks.email, email));
  const newest = links.find(({ createdAt }) => createdAt.getTime() === clock.now().getTime())!;
  const right = tokenOfLink(services, newest.id);
  if (!(await usable(right))) wrong.push("the newer link");
  if (await usable(ahead)) wrong.push("the link of the clock that was ahead");
  note("k. Clock: put a day forward and back", {
    "times tried": tried.length + 2,
    "early or late links": wrong.length,
  });
  expect(wrong).toEqual([]);
});
