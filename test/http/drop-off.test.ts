/** BOOK-31: no page and no mail mentions a pickup if the sender brings the parcel to a hub, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { bookings } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { makeHubs } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
await publishPrices(app);
const { IKJ } = await makeHubs(app, "IKJ");
const moderator = await app.admin("moderator");
const guest = app.visitor();
const plain = (text: string) => text.replaceAll(/<!-- -->|<wbr\/?>/g, "").replaceAll("&#x27;", "'");
const page = async (path: string, who = guest) => plain((await who.ask(path)).text);
const PICKUP = /(?:after|before|at) pickup|pick it up|Pickup (?:address|state)|>Pickup</;
const BROUGHT = { ...BODY, dropOffHub: IKJ.id, paysDelivery: "sender_pickup" };

test("[BOOK-31] [BOOK-22] receipt, mail, details and corrections of a drop-off say no pickup", async () => {
  await expect.poll(() => page("/book"), { timeout: 10_000 }).toContain("I bring it to Ikeja<");
  const { location } = await guest.ask("/book", {
    form: { ...BROUGHT, idempotencyKey: crypto.randomUUID() },
  });
  const code = /OD\d{8}NG/.exec(location!)![0];
  const mailed = async () => (await app.mails(1)).find(({ subject }) => subject.includes(code))?.text;
  await expect.poll(mailed, { timeout: 10_000 }).toBeDefined();
  const mail = (await mailed())!;
  const receipt = await page(`/track?code=${code}`);
  const own = await page(mailedPath(services, code));
  const staffs = await page(`/admin/bookings/${code}`, moderator);
  for (const text of [mail, receipt]) expect(text).toContain("the day after we have it");
  for (const text of [mail, staffs]) expect(text).toContain("The sender, at the hub");
  for (const text of [own, staffs]) expect(text).toContain("Sender's address");
  expect(own).toContain("I pay at the hub");
  const bare = await page(`/track?code=${code}`, app.visitor());
  expect(bare).toContain("Delivered the day after we have it.");
  expect(bare).toContain("Drop-off");
  for (const text of [mail, receipt, own, staffs, bare]) expect(PICKUP.exec(text)?.[0]).toBeUndefined();
});

test("[BOOK-31] without a script the form that comes back with a hub says no pickup of the parcel", async () => {
  const refused = await guest.ask("/book", {
    form: { ...BROUGHT, senderAddress: "", idempotencyKey: crypto.randomUUID() },
  });
  const text = plain(refused.text);
  expect(refused.status).toBe(400);
  for (const said of ["Sender's address", "I pay at the hub", "Delivered 2-3 days after we have it."])
    expect(text).toContain(said);
  expect(text).not.toMatch(/after pickup|at pickup|Pickup address/);
});

test("[BOOK-31] a parcel that we pick up says so as before", async () => {
  const { location } = await guest.ask("/book", { form: { ...BODY, idempotencyKey: crypto.randomUUID() } });
  const code = /OD\d{8}NG/.exec(location!)![0];
  expect(await page(`/track?code=${code}`)).toContain("the day after we pick it up");
  expect(await page(`/admin/bookings/${code}`, moderator)).toContain("Pickup address");
  const [row] = await services.db.select().from(bookings).where(eq(bookings.trackingCode, code));
  expect(row).toMatchObject({ dropOffHubId: null });
});
