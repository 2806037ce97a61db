/**
 * Reports of parcels over HTTP: their numbers, the roles that may read them, and exports whose rows add up to the
 * numbers. Longer than 250 lines because all reports are of the same parcels.
 */
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { EventKind } from "../../app/domain/event-kinds.ts";
import type { FailureReason } from "../../app/domain/failure-reasons.ts";
import { changeStatus } from "../../app/parcels/bookings/change-status.server.ts";
import { openExceptions } from "../../app/notifications/open-exception.server.ts";
import { addEvents } from "../../app/history/add-events.server.ts";
import {
  activityLogs,
  attemptAnswers,
  bookingEvents,
  bookings,
  hubs,
  riders,
  runs,
} from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { rollUpParcelChanges } from "../../app/road/parcel-reports/roll-up-parcels.server.ts";
import { actBy, acting } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db, now } = app.services;
const at = (text: string) => app.clock.set(new Date(text));
at("2026-11-20T10:00:00Z");
const DAYS = "from=2026-11-01&to=2026-11-30";
const PAGE = "/admin/reports/parcels";
const text = (page: string) =>
  page
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

const clerk = await makeAdmin(app, "moderator");
/**
 * Three parcels from Lagos to Kano. The first is delivered at the first attempt, the second late, at the second
 * attempt. The third is set to delivered by hand.
 */
const [first, second, byHand] = [await bookOne(app), await bookOne(app), await bookOne(app)];
const due = new Date("2026-11-22T10:00:00Z");
await db.update(bookings).set({ estimatedDelivery: due });
const reader = async (role: Parameters<typeof app.admin>[0]) => app.admin(role);

const deed = (
  bookingId: string,
  kind: EventKind,
  when: string,
  more: { hubId?: string; runId?: string; reason?: FailureReason } = {},
) =>
  transact(db, (tx) =>
    addEvents(acting({ services: app.services, tx, actor: clerk, at: now() }), [
      { bookingId, piece: null, kind, occurredAt: new Date(`${when}Z`), ...more },
    ]),
  );

test("[REPORT-8] without hubs the page of money has no tabs, and parcels are shown by lane alone", async () => {
  const boss = await reader("super_admin");
  expect((await boss.ask("/admin/reports")).text).not.toContain(PAGE);
  const empty = text((await boss.ask(`${PAGE}?${DAYS}`)).text);
  expect(empty).toContain("First attempt – Nothing to compare with");
  expect(empty).toContain("Nothing was picked up, delivered or tried on these days.");
  expect(empty).not.toContain("By hub");
});

const road = async () => {
  const place = { phone: "+2348006622335", address: "1 Market Road" };
  const [ikeja, kano] = await db
    .insert(hubs)
    .values([
      { ...place, name: "Ikeja", code: "IKJ", state: "Lagos" },
      { ...place, name: "Kano", code: "KAN", state: "Kano" },
    ])
    .returning();
  const [rider] = await db
    .insert(riders)
    .values({ name: "Musa", phone: "+2348031234567", hubId: kano!.id })
    .returning();
  const made = await db
    .insert(runs)
    .values(
      ["KAN-D-1", "KAN-D-2"].map((name, n) => ({
        formKey: crypto.randomUUID(),
        name,
        kind: "delivery" as const,
        day: `2026-11-2${n + 1}`,
        hubId: kano!.id,
        riderId: rider!.id,
      })),
    )
    .returning();
  return { ikeja: ikeja!.id, kano: kano!.id, runIds: made.map(({ id }) => id) };
};

test("[REPORT-8] first attempts, on time and missing, by hub, lane and run, before and after they are rolled up", async () => {
  at("2026-11-25T10:00:00Z");
  const { ikeja, kano, runIds } = await road();
  const [one, two] = runIds;
  const onOne = { hubId: kano, runId: one! };
  for (const { id } of [first, second]) {
    await deed(id, "arrived_at_hub", "2026-11-20T12:00", { hubId: ikeja });
    await deed(id, "out_for_delivery", "2026-11-21T08:00", onOne);
  }
  await deed(first.id, "delivered", "2026-11-21T09:00", onOne);
  await deed(second.id, "attempted", "2026-11-21T10:00", { ...onOne, reason: "nobody_home" });
  await deed(second.id, "out_for_delivery", "2026-11-23T08:00", { runId: two! });
  // The events of the second run name no hub. Their hub is that of the run.
  await deed(second.id, "delivered", "2026-11-23T09:00", { runId: two! });
  const { id, version } = byHand;
  const set = { id, version, status: "delivered" as const, note: "", reason: null };
  expect(await changeStatus(app.services, clerk, set, crypto.randomUUID())).toMatchObject({ ok: true });
  await transact(db, (tx) =>
    openExceptions(
      tx,
      [{ kind: "missing", bookingId: first.id, runId: one!, hubId: kano }],
      actBy(tx, "Ada", new Date("2026-11-21T11:00:00Z")),
    ),
  );
  for (const rolledUp of [false, true]) {
    if (rolledUp) expect(await rollUpParcelChanges(db)).toBeGreaterThan(0);
    const dispatcher = await reader("dispatcher");
    const byHub = text((await dispatcher.ask(`${PAGE}?${DAYS}`)).text);
    // Two of three parcels were delivered at the first attempt. Two were late: the second one, and the one that was set
    // to delivered by hand.
    expect(byHub).toContain("First attempt 67% Nothing to compare with On time 33% Nothing to compare with");
    expect(byHub).toMatch(
      /Delivered before 0 3 Picked up before 0 0 Failed attempts before 0 1 Missing before 0 1/,
    );
    expect(byHub).toMatch(/Kano 0 3 2 50% 50% 1 1 Ikeja 2 0 0 – – 0 0 No hub 0 0 1 100% 0% 0 0/);
    const byLane = text((await dispatcher.ask(`${PAGE}?${DAYS}&by=lane`)).text);
    expect(byLane).toMatch(/Lagos → Kano 2 3 3 67% 33% 1 1/);
    const byRun = text((await dispatcher.ask(`${PAGE}?${DAYS}&by=run&hub=${kano}`)).text);
    expect(byRun).toContain("Runs of Kano Runs of all hubs");
    expect(byRun).toMatch(/KAN-D-2 Nov 22, 2026 Delivery Kano Planned 1 1 – 0% 0 0/);
    expect(byRun).toMatch(/KAN-D-1 Nov 21, 2026 Delivery Kano Planned 2 1 50% 100% 1 1/);
    expect(byRun.indexOf("KAN-D-2")).toBeLessThan(byRun.indexOf("KAN-D-1"));
  }
  const boss = await reader("super_admin");
  const before = text((await boss.ask(`${PAGE}?from=2026-12-01&to=2026-12-31`)).text);
  expect(before).toContain("First attempt – Before: 67%");
  expect(text((await boss.ask(`${PAGE}?from=2026-02-30`)).text)).toContain("Choose a day, e.g. 2026-11-21");
});

test("[REPORT-8] [REPORT-12] [REPORT-13] by week, by rider, and the attempts that receivers deny, on the page and as CSV", async () => {
  const dispatcher = await reader("dispatcher");
  const page = async (by: string, days = DAYS) => (await dispatcher.ask(`${PAGE}?${days}&by=${by}`)).text;
  const csv = async (by: string) => {
    const { text: body } = await dispatcher.ask(`${PAGE}/export.csv?${DAYS}&by=${by}`);
    return parse(body.replace("\uFEFF", ""), { columns: true }) as Record<string, string>[];
  };
  // The week of Monday 16 November includes everything up to the 22nd. The week of the 23rd has the rest.
  expect(text(await page("week"))).toMatch(/Nov 16, 2026 2 2 1 50% 100% 1 1 Nov 23, 2026 0 1 2 100% 0% 0 0/);
  expect((await csv("week")).map(({ Week, Delivered }) => [Week, Delivered])).toEqual([
    ["2026-11-16", "1"],
    ["2026-11-23", "2"],
  ]);
  const [attempt] = await db.select().from(bookingEvents).where(eq(bookingEvents.kind, "attempted"));
  const answered = {
    eventId: attempt!.id,
    bookingId: second.id,
    attemptedAt: attempt!.occurredAt,
    answeredAt: now(),
  };
  await db.insert(attemptAnswers).values({ ...answered, answer: "nobody_came", words: "I waited" });
  // A delivery that was set by hand counts for no rider. One of the rider's two deliveries was on time.
  expect(text(await page("rider"))).toMatch(/Musa 2 50% 1 1 0/);
  expect(await csv("rider")).toEqual([
    {
      ...{ Rider: "Musa", Delivered: "2", "On time": "1", "On time (%)": "50", "Not delivered": "1" },
      ...{ "Denied by receivers": "1", "Cash differences": "0" },
    },
  ]);
  const denied = text(await page("denied"));
  expect(denied).toContain("Receivers answered about 1 failed attempt and denied 1.");
  expect(denied).toMatch(/Nov 21, 2026 • 11:00 AM Musa Kano Nobody home Nobody came/);
  expect(await csv("denied")).toEqual([
    {
      ...{
        "When (Lagos)": "2026-11-21 11:00",
        "Booking Code": second.trackingCode,
        Rider: "Musa",
        Hub: "Kano",
      },
      ...{ "The rider said": "Nobody home", "The receiver says": "Nobody came" },
      "Answered (Lagos)": "2026-11-25 11:00",
    },
  ]);
  // The attempt of 21 November in Lagos is outside this period.
  expect(text(await page("denied", "from=2026-11-22&to=2026-11-30"))).toContain(
    "about 0 failed attempts and denied 0",
  );
  await db.update(attemptAnswers).set({ answer: "right" });
  expect(text(await page("denied"))).toContain("Receivers answered about 1 failed attempt and denied 0.");
  expect(text(await page("rider"))).toMatch(/Musa 2 50% 1 0 0/);
  await db.delete(attemptAnswers);
  const years = await dispatcher.ask(`${PAGE}?from=2024-01-01&to=2026-11-30&by=rider`);
  expect(years.text).toContain("Choose at most 366 days");
});

test("[REPORT-8] who may read both has tabs; a dispatcher reads parcels and not the money, a hub clerk neither", async () => {
  const support = await reader("support");
  expect((await support.ask(`/admin/reports?${DAYS}`)).text).toContain(`href="${PAGE}?from=2026-11-01`);
  const dispatcher = await reader("dispatcher");
  const { text: page } = await dispatcher.ask(PAGE);
  expect(page).toContain(`href="${PAGE}"`);
  expect(page).not.toContain('href="/admin/reports"');
  expect(page).not.toContain('href="/admin/reports?');
  expect((await dispatcher.ask("/admin/reports")).status).toBe(403);
  for (const role of ["hub_clerk", "cashier"] as const)
    for (const path of [PAGE, `${PAGE}/export.csv`])
      expect((await (await reader(role)).ask(path)).status, `${role} ${path}`).toBe(403);
  // The menu has one entry for all reports. It has no entry of its own for this tab.
  expect((await support.ask("/admin")).text.split(`href="${PAGE}"`).length).toBe(1);
});

test("[REPORT-9] exports have every line, counts are numbers, and each is in the activity log", async () => {
  const dispatcher = await reader("dispatcher");
  const rowsOf = async (query: string) => {
    const { text: csv } = await dispatcher.ask(`${PAGE}/export.csv?${DAYS}&${query}`);
    return parse(csv.replace("\uFEFF", ""), { columns: true }) as Record<string, string>[];
  };
  const byHub = await rowsOf("by=hub");
  expect(byHub.map(({ Hub, Code, Delivered }) => [Hub, Code, Delivered])).toEqual([
    ["Kano", "KAN", "2"],
    ["Ikeja", "IKJ", "0"],
    ["No hub", "", "1"],
  ]);
  const [lane] = await rowsOf("by=lane");
  expect(lane).toEqual({
    Lane: "Lagos → Kano",
    "Picked up": "0",
    Arrived: "2",
    Left: "0",
    "Out for delivery": "3",
    Delivered: "3",
    "On time": "1",
    "Tried the first time": "3",
    "Delivered the first time": "2",
    "Failed attempts": "1",
    Missing: "1",
    Returned: "0",
    "First attempt (%)": "67",
    "On time (%)": "33",
  });
  const byRun = await rowsOf("by=run");
  expect(
    byRun.map((row) => [row["Run"], row["Day"], row["Hub"], row["To Hub"], row["First attempt (%)"]]),
  ).toEqual([
    ["KAN-D-2", "2026-11-22", "Kano", "", ""],
    ["KAN-D-1", "2026-11-21", "Kano", "", "50"],
  ]);
  expect((await dispatcher.ask(`${PAGE}/export.csv?from=x`)).status).toBe(400);
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityType, "report"));
  expect(logged.map(({ description }) => description)).toEqual(
    [
      "parcels by week",
      "parcels by rider",
      "denied attempts",
      "parcels by hub",
      "parcels by lane",
      "parcels by run",
    ].map((what) => `Exported the report of ${what}, 1 Nov 2026 to 30 Nov 2026`),
  );
});

test("[REPORT-8] runs are paged newest first, and a cut cursor shows the first page", async () => {
  const [hub] = await db.select().from(hubs).where(eq(hubs.code, "IKJ"));
  await db.insert(runs).values(
    Array.from({ length: 60 }, (_, n) => ({
      formKey: crypto.randomUUID(),
      name: `IKJ-P-${n + 100}`,
      kind: "pickup" as const,
      day: "2026-10-05",
      hubId: hub!.id,
    })),
  );
  const boss = await reader("super_admin");
  const from = `${PAGE}?from=2026-10-01&to=2026-10-31&by=run`;
  const names = (page: string) => [...page.matchAll(/IKJ-P-\d+(?=<\/a>)/g)].map(([name]) => name);
  const first50 = (await boss.ask(from)).text;
  expect(names(first50)).toHaveLength(50);
  expect(names(first50)[0]).toBe("IKJ-P-159");
  const older = /href="([^"]*older=[^"]*)"/.exec(first50)![1]!.replaceAll("&amp;", "&");
  const rest = (await boss.ask(older)).text;
  expect(names(rest)).toEqual(Array.from({ length: 10 }, (_, n) => `IKJ-P-${109 - n}`));
  expect(names((await boss.ask(`${from}&older=2026-02-30_IKJ`)).text)[0]).toBe("IKJ-P-159");
});
