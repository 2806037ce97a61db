/**
 * RECEIVER-4, PROOF-3: the PIN of a parcel on the road is on no page of staff or riders, and in no export, table or
 * log.
 */
import { randomUUID } from "node:crypto";
import { like } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Rider } from "../../app/access/actor.ts";
import { drawAnotherPin } from "../../app/parcels/receiver-link/pins.server.ts";
import { mails } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { readDay } from "../../app/road/deeds/read-day.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { otherThan, outForDelivery, pinOf } from "../fixtures/proofs.ts";
import { makeHubs, makeRider } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
const { db } = services;

/**
 * Draws the PIN of a booking again until it cannot be part of a code, a time or a sum, where the search would find it.
 */
async function pinUnlikeAnyNumber(id: string, code: string): Promise<string> {
  let pin = await pinOf(services, id);
  while (/^[0-2]|(.)\1\1/.test(pin) || code.includes(pin)) {
    await transact(db, (tx) => drawAnotherPin(services, tx, id));
    pin = await pinOf(services, id);
  }
  return pin;
}

async function expectInNoTable(pin: string): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) {
    const found = await db.execute<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
    const plain = found.rows.filter(({ row }) => row.includes(`"${pin}"`) || row.includes(`PIN ${pin}`));
    expect([name, plain]).toEqual([name, []]);
  }
}

test("[RECEIVER-4] [PROOF-3] a PIN that was drawn, mailed, tried and said is in no page of staff or rider, export, mail, table or log", async () => {
  const logged = (["info", "warn", "error"] as const).map((level) => vi.spyOn(services.log, level));
  const desk = await makeAdmin(app, "moderator");
  const { IKJ } = await makeHubs(app, "IKJ");
  const musa = await makeRider(app, IKJ.id);
  const { run, parcels } = await outForDelivery(app, desk, { hub: IKJ.id, rider: musa.id }, [
    { declaredValue: "900000", receiverEmail: "ada@example.com" },
  ]);
  const [{ booking, pieceIds }] = parcels as [(typeof parcels)[0]];
  const { id, trackingCode: code } = booking;
  const pin = await pinUnlikeAnyNumber(id, code);
  await expect.poll(() => db.$count(mails, like(mails.subject, "Your parcel comes today%"))).toBe(1);
  const rider = {
    kind: "rider",
    ip: "127.0.0.1",
    hubId: IKJ.id,
    deviceId: randomUUID(),
    ...{ id: musa.id, name: musa.name },
  };
  const day = await readDay(services, rider as unknown as Rider, app.clock.now());
  expect(JSON.stringify(day)).toContain(code);
  const word = new RegExp(`(?<![\\w.#-])${pin}(?![\\w.-])`);
  expect(word.exec(JSON.stringify(day))).toBeNull();
  const staff = await app.admin("super_admin");
  const tell = (given: string) =>
    staff.ask(`/admin/runs/${run.id}`, {
      form: {
        intent: "delivered",
        [`piece:${pieceIds[0]!}`]: "on",
        stop: "1",
        pin: given,
        note: "Ada",
        idempotencyKey: randomUUID(),
      },
    });
  expect((await tell(otherThan(pin))).text).toContain("This PIN is wrong. 4 more can be tried.");
  const search = async (paths: readonly string[]) => {
    for (const path of paths) {
      const { status, text } = await staff.ask(path);
      expect([path, status, word.exec(text)?.[0]]).toEqual([path, 200, undefined]);
    }
  };
  const pages = [
    ...[`/admin/bookings/${code}`, `/admin/bookings/${code}.data`, `/admin/bookings?q=${code}`],
    ...[
      `/admin/runs/${run.id}`,
      `/admin/runs/${run.id}.data`,
      `/admin/runs/${run.id}/manifest`,
      "/admin/runs",
    ],
    ...[`/admin/waybills?code=${code}`, "/admin/bookings/export.csv", "/admin/exceptions", "/admin"],
    ...[`/admin/riders/${musa.id}`, "/admin/activity-logs", "/admin/activity-logs/export.csv"],
    ...["/mailbox", "/mailbox.json", `/track?code=${code}`],
  ];
  await search(pages);
  expect((await tell(pin)).status).toBe(302);
  await search([...pages, `/admin/bookings/${code}/proof`]);
  for (const { id: mail } of await db.select({ id: mails.id }).from(mails))
    expect(word.exec((await staff.ask(`/mailbox/${mail}`)).text)).toBeNull();
  await expectInNoTable(pin);
  expect(word.exec(JSON.stringify(logged.map(({ mock }) => mock.calls)))).toBeNull();
});
