/** TRIP-20: the manifest of a run. TRIP-21: the list of failed deliveries, with its form. */
import { expect, test } from "vitest";
import { cashOnDelivery, payees } from "../../app/platform/db/schema.ts";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookedAt, makeHubs, makeRider, makeRun } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
const desk = await makeAdmin(app, "dispatcher");
const clerk = await app.admin("support");
const { IKJ } = await makeHubs(app, "IKJ");
const rider = await makeRider(app, IKJ.id, "Musa Bello");

test("[TRIP-20] the manifest names each piece with its place, what to collect once, and both who sign", async () => {
  const { booking, pieceIds } = await bookedAt(app, desk, IKJ.id, { pieces: "2" });
  const [payee] = await services.db.insert(payees).values({}).returning();
  await services.db.insert(cashOnDelivery).values({
    bookingId: booking.id,
    payeeId: payee!.id,
    amountKobo: 2_500_000,
    codFeePerMille: 15,
    codFeeMinimumKobo: 30_000,
  });
  const run = await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  await assignPieces(services, desk, { run: run.id, pieces: pieceIds }, crypto.randomUUID());
  for (const paper of ["", "?paper=roll"]) {
    const { status, text, headers } = await clerk.ask(`/admin/runs/${run.id}/manifest${paper}`);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("no-store");
    for (const part of [run.name, "Musa Bello", `${booking.trackingCode}-1`, `${booking.trackingCode}-2`])
      expect(text).toContain(part);
    expect(text.split("Handed over by").length).toBe(2);
    // On the paper roll the list has no column headings, because each row names its values.
    expect(/>Pieces<.*>To collect</s.test(text)).toBe(paper === "");
    // The amount occurs twice: in the booking's row and in the run's total.
    expect(text.split("₦25,000").length - 1).toBe(2);
  }
  expect((await clerk.ask(`/admin/runs/${crypto.randomUUID()}/manifest`)).status).toBe(404);
  expect((await clerk.ask("/admin/runs/x/manifest")).status).toBe(404);
});

test("[TRIP-21] without a failed delivery the list says so, and who only reads sees no button", async () => {
  const { status, text } = await clerk.ask("/admin/runs/reattempts");
  expect(status).toBe(200);
  expect(text).toContain("No failed deliveries");
});
