/** Messages that a provider has accepted: delivery reports, the next channel, and the cost ceiling. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { workOf } from "../../../test/fixtures/work.ts";
import { deedNow, openMessages } from "../../../test/fixtures/receiver-messages.ts";
import { exceptions, messageMonths } from "../../platform/db/schema.ts";
import { readPin } from "../receiver-link/pins.server.ts";
import { lookAfterMessages } from "./due-messages.server.ts";
import { noteReports } from "./reports.server.ts";
import { spentKobo } from "./spend.server.ts";

const { services, db, clock, sms, whatsapp, choose, book, goesOut, shown, minutes, rows, becomes, asked } =
  await openMessages();

test("[TELL-5] 'sent' is not 'delivered': without a report in time the next channel tries, and after the last one the desk", async () => {
  await choose({ messageOrder: ["whatsapp", "sms"] });
  const { id, trackingCode } = await goesOut();
  await becomes(id, "out_for_delivery whatsapp sent");
  const pin = await readPin(services, id);
  expect(whatsapp.taken.at(-1)).toMatchObject({ name: "parcel_today", language: "en", to: "2348031234568" });
  expect(whatsapp.taken.at(-1)!.parameters).toEqual([
    "Ngozi",
    "nothing",
    pin,
    expect.stringContaining(trackingCode),
  ]);
  minutes(14);
  await lookAfterMessages(services);
  expect(await shown(id)).toHaveLength(1);
  minutes(1);
  await lookAfterMessages(services);
  await becomes(id, "out_for_delivery whatsapp sent", "out_for_delivery sms sent");
  minutes(15);
  for (let times = 0; times < 2; times++) await lookAfterMessages(services);
  expect(await shown(id)).toHaveLength(2);
  const [open] = await asked(id);
  expect(open).toMatchObject({ kind: "receiver_not_told", closedAt: null });
  // The report of the SMS arrives after the exception was opened.
  await noteReports(services, "sms", [{ id: sms.taken.at(-1)!.id, state: "delivered", kobo: null }]);
  const [closed] = await asked(id);
  expect(closed!.closedAt).toEqual(clock.now());
});

test("[TELL-5] a report that says delivered in time: nobody else tries", async () => {
  await choose({ messageOrder: ["whatsapp", "sms"] });
  const { id } = await goesOut();
  await becomes(id, "out_for_delivery whatsapp sent");
  await noteReports(services, "whatsapp", [
    { id: whatsapp.taken.at(-1)!.id, state: "delivered", kobo: null },
  ]);
  minutes(60);
  await lookAfterMessages(services);
  expect(await shown(id)).toEqual(["out_for_delivery whatsapp delivered"]);
});

test("[TELL-5] reports twice and out of order change nothing: delivered is the end, and a failure before it is not", async () => {
  const { id } = await goesOut();
  await becomes(id, "out_for_delivery sms sent");
  const report = (state: "sent" | "delivered" | "failed") =>
    noteReports(services, "sms", [{ id: sms.taken.at(-1)!.id, state, kobo: 390 }]);
  for (const state of ["failed", "failed", "delivered", "sent", "failed", "delivered"] as const)
    await report(state);
  expect(await shown(id)).toEqual(["out_for_delivery sms delivered"]);
  expect(await spentKobo(db, clock.now())).toBe(390);
  expect(await asked(id)).toMatchObject([{ closeReason: "solved" }]);
});

test("[TELL-5] a report of what is no message of ours is answered and changes nothing", async () => {
  const foreign = Array.from({ length: 5000 }, (_, at) => ({
    id: String(at),
    state: "delivered" as const,
    kobo: 1,
  }));
  const { result, work } = await workOf(() => noteReports(services, "sms", foreign));
  expect(result).toEqual(foreign);
  // Each of the three look-ups is one query, for any number of reports.
  expect(work).toHaveLength(3);
});

test("[TELL-5] the same report thousands of times in one request is stored once", async () => {
  const { id } = await goesOut();
  await becomes(id, "out_for_delivery sms sent");
  const report = { id: sms.taken.at(-1)!.id, state: "delivered" as const, kobo: 390 };
  const { work } = await workOf(() => noteReports(services, "sms", Array(3000).fill(report)));
  expect(work.length).toBeLessThan(20);
  expect(await shown(id)).toEqual(["out_for_delivery sms delivered"]);
});

test.each([
  ["refuses", 401, "refused", 0],
  ["does not know the number", "wrong number", "wrong_number", 0],
] as const)(
  "[TELL-5] a provider that %s: the next channel tries at once, and it cost nothing",
  async (_, mode, failure, cost) => {
    await choose({ messageOrder: ["sms", "whatsapp"] });
    sms.behave(mode);
    const { id } = await goesOut();
    await becomes(id, `out_for_delivery sms failed ${failure}`, "out_for_delivery whatsapp sent");
    const [first] = await rows(id);
    expect(first!.priceKobo).toBe(cost);
    expect(await spentKobo(db, clock.now())).toBe(1200);
  },
);

test("[TELL-5] a provider that is away is tried three times, a minute apart, before the next channel", async () => {
  await choose({ messageOrder: ["sms", "whatsapp"] });
  sms.behave(503);
  const { id } = await goesOut();
  await expect.poll(async () => (await rows(id))[0]!.tries).toBe(1);
  for (let tries = 2; tries <= 3; tries++) {
    await expect.poll(async () => (await rows(id))[0]!.takenAt).toBeNull();
    minutes(1);
    await lookAfterMessages(services);
  }
  await becomes(id, "out_for_delivery sms failed away", "out_for_delivery whatsapp sent");
});

test("[TELL-6] the ceiling of the month is never passed, also when fifty are sent at once; the desk has one line", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) {
    const booking = await book();
    await deedNow(services, booking.id, "arrived_at_hub");
    ids.push(booking.id);
  }
  // The booking's first message may have been sent before `book` deleted it. So the month's count starts again.
  await db.delete(messageMonths);
  await choose({ messageCeilingKobo: 4_700 });
  await Promise.all(ids.map((id) => deedNow(services, id, "out_for_delivery")));
  const all = async () => (await Promise.all(ids.map(rows))).flat();
  await expect
    .poll(async () => (await all()).some(({ state }) => state === "queued"), { timeout: 20_000 })
    .toBe(false);
  const states = Map.groupBy(await all(), ({ state, failure }) => failure ?? state);
  const ended = [...states].map(([state, { length }]) => `${state} ${length}`).toSorted();
  expect([...ended, await spentKobo(db, clock.now())]).toEqual(["ceiling 41", "sent 9", 4_500]);
  expect(await db.select().from(exceptions).where(eq(exceptions.kind, "receiver_not_told"))).toHaveLength(1);
  // The spending of the next month begins at 0.
  clock.set(new Date("2026-12-01T10:00:00Z"));
  expect(await spentKobo(db, clock.now())).toBe(0);
});
