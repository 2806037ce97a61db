/** CONSENT-2: the register of consents in the back office, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { giveConsent } from "../../app/people/consents/consents.server.ts";
import { consents } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp());
const { db } = app.services;
const HERE = "/admin/consents";
const PHONE = "+2348035123456";
const read = async (who: Visitor, path = HERE) => (await who.ask(path)).text.replaceAll("<!-- -->", "");

test("[CONSENT-2] the list is searched by phone, and a withdrawal is recorded by who may", async () => {
  const { id, trackingCode } = await bookOne(app, { receiverPhone: PHONE });
  await transact(db, (tx) =>
    giveConsent(
      { tx, at: app.clock.now() },
      { phone: PHONE, purpose: "place", bookingId: id, language: "pcm" },
      { byUserId: null, byName: "Receiver" },
    ),
  );
  const support = await app.admin("support");
  const page = await read(support);
  for (const text of ["0803 512 3456", "Remembering the place", "Nigerian Pidgin", trackingCode, "Given"])
    expect(page).toContain(text);
  expect(page).toContain("You can view but not change");
  for (const phone of ["0803 512 3456", "%2B2348035123456", "3512"])
    expect(await read(support, `${HERE}?q=${phone}`), phone).toContain("0803 512 3456");
  expect(await read(support, `${HERE}?q=0803+000+0000`)).toContain("No consents found.");
  const [row] = await db.select().from(consents).where(eq(consents.phone, PHONE));
  const form = { intent: "withdraw", consentId: row!.id, note: "" };
  const ask = (who: Visitor, more: Record<string, string> = {}) => who.send(HERE, { ...form, ...more });
  const dispatcher = await app.admin("dispatcher");
  expect((await ask(support, { note: "Called us" })).status).toBe(403);
  const empty = await ask(dispatcher);
  expect([empty.status, empty.text.includes("Write how they asked")]).toEqual([400, true]);
  expect(await ask(dispatcher, { note: "Called us" })).toMatchObject({ status: 302, location: HERE });
  const after = await read(support);
  expect([after.includes("Called us"), after.includes(">Given<")]).toEqual([true, false]);
  const cashier = await app.admin("cashier");
  expect((await cashier.ask(HERE)).status).toBe(403);
});
