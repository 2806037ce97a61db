/** SCAN-12, HUB-8: counting a shelf by its forms over HTTP, without JavaScript. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { exceptions, shelfCounts } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookedAt, makeHubs } from "../fixtures/road.ts";
import { clerkOf } from "../fixtures/staff.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const { IKJ, KAN } = await makeHubs(app, "IKJ", "KAN");
const desk = await makeAdmin(app, "moderator");
const page = `/admin/hubs/${IKJ.id}/counts`;

test("[SCAN-12] [HUB-8] a shelf is counted and closed by plain forms, and what is missing is listed", async () => {
  const dispatcher = await app.admin("dispatcher");
  const [one, two] = [await bookedAt(app, desk, IKJ.id), await bookedAt(app, desk, IKJ.id)];
  app.clock.pass(60_000);
  expect((await dispatcher.ask(page)).text).toContain("This shelf was not counted yet.");
  expect((await dispatcher.ask(`/admin/hubs/${IKJ.id}`)).text).toContain(page);
  const scan = (code: string) => dispatcher.send("/admin/scan", { mode: "count", hub: IKJ.id, code });
  expect((await scan(one.booking.trackingCode)).text).toContain("Here");
  expect((await scan(one.booking.trackingCode)).text).toContain("Counted already");
  expect((await scan("OD00000000NG")).text).toContain("Unknown");
  const open = (await dispatcher.ask(page)).text;
  expect(open).toContain("Close the count: 1 missing");
  expect(open).toContain(two.booking.trackingCode);
  const [count] = await db.select().from(shelfCounts);
  const form = { count: count!.id, missing: "1" };
  expect((await (await app.admin("support")).send(page, { intent: "close", ...form })).status).toBe(403);
  expect((await dispatcher.send(page, { intent: "close", ...form, missing: "0" })).text).toContain(
    "1 piece is missing now",
  );
  // The URL names the hub: a count of another hub is not found under it.
  expect((await dispatcher.send(`/admin/hubs/${KAN.id}/counts`, { intent: "close", ...form })).status).toBe(
    404,
  );
  // A clerk of another hub can see the count, but cannot end it.
  const kano = await clerkOf(app, KAN.id);
  expect((await kano.ask(page)).text).toContain("This is not your hub");
  for (const intent of ["begin", "close", "leave"])
    expect((await kano.send(page, { intent, ...form })).status, intent).toBe(403);
  expect(
    (await kano.send("/admin/scan", { mode: "count", hub: IKJ.id, code: two.booking.trackingCode })).text,
  ).not.toContain("Here");
  const result = `${page}?count=${count!.id}`;
  expect(await dispatcher.send(page, { intent: "close", ...form })).toMatchObject({
    status: 302,
    location: result,
  });
  expect((await dispatcher.send(page, { intent: "leave", ...form })).status).toBe(409);
  const [missing] = await db.select().from(exceptions).where(eq(exceptions.bookingId, two.booking.id));
  expect(missing).toMatchObject({ kind: "missing" });
  const ended = (await dispatcher.ask(result)).text;
  expect(ended).toContain(two.booking.trackingCode);
  expect((await dispatcher.ask("/admin/hubs/x/counts")).status).toBe(404);
});
