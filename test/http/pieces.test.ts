/**
 * Pieces, the payer of the delivery, the permission to open a parcel, and drop-off, over HTTP: asked in the form,
 * stored, shown and corrected.
 */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { storeDelivered } from "../fixtures/bookings.ts";
import { bookings, hubs, pieces, priceLists } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { addHub } from "../fixtures/hubs.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
await publishPrices(app);
const moderator = await app.admin("moderator");

const send = (form: Record<string, string>, guest = app.visitor()) =>
  guest.send("/book", { ...BODY, ...form });
async function book(form: Record<string, string>, guest = app.visitor()) {
  const { location, text } = await send(form, guest);
  const code = /OD\d{8}NG/.exec(location ?? "")?.[0];
  if (!code) throw new Error(text);
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  return row!;
}
const plain = (text: string) => text.replaceAll(/<!-- -->|<wbr\/?>/g, "").replaceAll("&#x27;", "'");
const page = async (path: string, who = moderator) => plain((await who.ask(path)).text);
const listPath = async () => `/admin/prices/${(await db.select().from(priceLists))[0]!.id}`;
const mailTo = async (code: string) => {
  const sent = async () => (await app.mails(1)).find(({ subject }) => subject.includes(code));
  await expect.poll(sent, { timeout: 10_000 }).toBeDefined();
  return (await sent())!;
};

describe("[PIECE-1] the number of pieces", () => {
  test("is one unless another is typed, and one is said nowhere", async () => {
    const guest = app.visitor();
    const { id, trackingCode, pieces: count } = await book({}, guest);
    expect(count).toBe(1);
    expect(await db.$count(pieces, eq(pieces.bookingId, id))).toBe(1);
    const shown = await page(`/admin/bookings/${trackingCode}`);
    expect(shown).not.toMatch(/pieces?<\/dt>/i);
    expect((await mailTo(trackingCode)).text).not.toMatch(/piece/i);
    expect(await page(`/track?code=${trackingCode}`, guest)).not.toMatch(/1 piece|piece 1/i);
  });

  test("is stored, and said to staff and to the sender by mail, and to no bare code", async () => {
    const { id, trackingCode } = await book({ pieces: "3", mayLookInside: "on" });
    expect(await db.$count(pieces, eq(pieces.bookingId, id))).toBe(3);
    const shown = await page(`/admin/bookings/${trackingCode}`);
    expect(shown).toMatch(/Pieces<\/dt><dd[^>]*>3</);
    expect(shown).toContain("The receiver may look inside before paying");
    expect((await mailTo(trackingCode)).text).toContain("Parcel, 2.5 kg, 3 pieces");
    expect(await page(`/track?code=${trackingCode}`, app.visitor())).not.toMatch(/3 pieces/);
  });

  test.each([
    ["51", "A booking has at most 50 pieces. Make a second booking for the rest."],
    ["0", "Enter how many pieces there are, from 1 to 50"],
    ["-2", "Enter how many pieces there are, from 1 to 50"],
    ["two", "Enter how many pieces there are, from 1 to 50"],
  ])("of %s is refused, and the fold is open for it", async (count, text) => {
    const refused = await send({ pieces: count });
    expect(refused.status).toBe(400);
    expect(plain(refused.text)).toContain(text);
    expect(refused.text).toMatch(/<details[^>]* open=""/);
  });
});

test("[PROFILE-8] 'Send again' brings pieces and the look inside, not the value", async () => {
  const customer = await app.customer("again@ona.test");
  const { trackingCode } = await book({ pieces: "4", mayLookInside: "on", declaredValue: "9000" }, customer);
  const form = await page(`/book?again=${trackingCode}`, customer);
  expect(form).toMatch(/name="pieces" value="4"/);
  expect(form).toMatch(/<input[^>]*type="checkbox"[^>]*name="mayLookInside"[^>]*checked=""/);
  expect(form).not.toMatch(/name="declaredValue" value="9000"/);
});

test("[BOOK-30] more than 50 kg is booked, and staff are told to call", async () => {
  const { trackingCode } = await book({ packageWeight: "60", packageType: "Box" });
  expect(await page(`/admin/bookings/${trackingCode}`)).toContain(
    "60 kg. Over 50 kg: call the sender about pickup.",
  );
  const shown = await send({ packageWeight: "60", packageType: "Box", intent: "price" });
  expect(plain(shown.text)).toContain("Over 50 kg: we call you about pickup.");
  expect((await send({ packageWeight: "50", intent: "price" })).text).not.toContain("Over 50 kg");
});

describe("[BOOK-29] [BOOK-31] where there is no hub", () => {
  test("[BOOK-1] nobody is asked for pieces, a look inside, who pays or where to bring it; the value is asked plainly", async () => {
    for (const form of [await page("/book", app.visitor()), await page("/admin/bookings/new")]) {
      for (const name of ["pieces", "mayLookInside", "paysDelivery", "dropOffHub"])
        expect(form).not.toContain(`name="${name}"`);
      expect(form).not.toContain("More about the parcel");
      expect(form).toContain('name="declaredValue"');
    }
    const guest = app.visitor();
    const { trackingCode } = await book({}, guest);
    expect(await page(`/bookings/${trackingCode}`, guest)).not.toContain('name="pieces"');
    expect(await page(`/admin/bookings/${trackingCode}`)).not.toContain('name="pieces"');
  });

  test("[STAFF-14] [PRICE-13] the export has no columns of it, and a price list no line for a return it has no price for", async () => {
    expect((await page("/admin/bookings/export.csv")).split("\n")[0]).toMatch(/Team Note\s*$/);
    expect(await page(await listPath())).not.toContain("Return to sender");
  });

  test("a form that says who pays or where to bring it is refused", async () => {
    const payer = await send({ paysDelivery: "receiver" });
    expect(payer.status).toBe(400);
    expect(plain(payer.text)).toContain("Who pays for the delivery?");
    const hub = await send({ dropOffHub: crypto.randomUUID() });
    expect(hub.status).toBe(400);
    const { paysDelivery, dropOffHubId } = await book({ paysDelivery: "sender_before", dropOffHub: "" });
    expect({ paysDelivery, dropOffHubId }).toEqual({ paysDelivery: "sender_before", dropOffHubId: null });
  });
});

let opening: ReturnType<typeof addHub> | undefined;
/** Opens the hub in Ikeja once, and waits until the forms have the fields about pieces. */
async function ikejaHub() {
  opening ??= addHub(app.services, { name: "Ikeja hub", address: "1 Allen Avenue, Ikeja" });
  const hub = await opening;
  await vi.waitFor(async () => expect(await page("/book", app.visitor())).toContain("More about the parcel"));
  return hub;
}

describe("[BOOK-29] [BOOK-31] where there is a hub", () => {
  beforeAll(ikejaHub);
  test("[BOOK-1] [STAFF-24] the number of pieces is in the fold of the sender's form, and asked plainly at the counter", async () => {
    const own = await page("/book", app.visitor());
    const fold = /<details[^>]*>(?:(?!<\/details>).)*More about the parcel.*?<\/details>/s.exec(own)![0];
    for (const name of ["pieces", "declaredValue", "mayLookInside"]) expect(fold).toContain(`name="${name}"`);
    expect(fold).not.toMatch(/^<details[^>]* open=/);
    const counter = await page("/admin/bookings/new");
    expect(counter.indexOf('name="pieces"')).toBeLessThan(counter.indexOf("More about the parcel"));
  });

  test("[STAFF-14] [PRICE-13] the export says it of each booking, and a price list has a line for returns", async () => {
    const { trackingCode } = await book({ pieces: "3", mayLookInside: "on" });
    const csv = await page(`/admin/bookings/export.csv?q=${trackingCode}`);
    expect(csv.split("\n")[0]).toMatch(/Pieces,Delivery Paid By,May Look Inside,Drop-off Hub/);
    expect(csv).toMatch(/,3,"?The sender, before pickup"?,Yes,/);
    expect(await page(await listPath())).toContain("Return to sender");
  });

  test("the sender chooses who pays and where to bring it; both are said to sender and staff", async () => {
    const guest = app.visitor();
    await expect.poll(() => page("/book", guest), { timeout: 10_000 }).toContain("I bring it to Ikeja hub<");
    expect(await page("/book", guest)).toContain("The receiver pays at the door");
    const hub = await ikejaHub();
    const row = await book({ paysDelivery: "receiver", dropOffHub: hub.id }, guest);
    expect(row).toMatchObject({ paysDelivery: "receiver", dropOffHubId: hub.id });
    const receipt = await page(`/track?code=${row.trackingCode}`, guest);
    expect(receipt).toContain("bring the parcel to Ikeja hub, 1 Allen Avenue, Ikeja.");
    expect(receipt).toMatch(/The receiver pays ₦[\d,]+ at the door, in cash/);
    const mail = await mailTo(row.trackingCode);
    expect(mail.text).toMatch(/Delivery paid by: The receiver, at the door/);
    expect(mail.text).toMatch(/At the door: ₦([\d,]+) \(delivery ₦\1\)/);
    expect(mail.text).toContain("Bring it to: Ikeja hub");
    const shown = await page(`/admin/bookings/${row.trackingCode}`);
    expect(shown).toMatch(/Drop-off<\/dt><dd[^>]*>Ikeja hub/);
    expect(shown).toMatch(/Delivery paid by<\/dt><dd[^>]*>The receiver, at the door/);
    const stranger = await page(`/track?code=${row.trackingCode}`, app.visitor());
    expect(stranger).not.toMatch(/at the door|Ikeja hub/);
  });

  test("[COD-9] the sum at the door stands on the booking's page and is recorded on its own page", async () => {
    const { id, trackingCode: code } = await book({ paysDelivery: "receiver" });
    const path = `/admin/bookings/${code}`;
    expect(await page(path)).toMatch(/At the door<\/dt>.*?₦14,000.*?Delivery.*?₦14,000/s);
    expect(await page(path)).toContain(`href="${path}/collection"`);
    await storeDelivered(app, id);
    const shown = await page(`${path}/collection`);
    expect(shown).toContain("₦14,000 to collect");
    expect(shown).toContain("The receiver pays the delivery: ₦14,000, paid ₦0.");
    expect(shown).not.toContain("Why less");
    const recorded = await moderator.ask(`${path}/collection`, {
      form: {
        ...{ intent: "collect", method: "cash", amount: "14,000", reference: "", note: "" },
        idempotencyKey: crypto.randomUUID(),
      },
    });
    expect(recorded.toast).toMatchObject({ title: "Collection recorded" });
    expect(await page(`${path}/money`)).toContain("Paid in full");
    expect(await page(`${path}/collection`)).toContain("Everything is collected");
    const usual = await book({});
    expect((await moderator.ask(`/admin/bookings/${usual.trackingCode}/collection`)).status).toBe(404);
  });
});

describe("[BOOK-29] [BOOK-31] where a hub closed, or pieces have reached one", () => {
  beforeAll(ikejaHub);
  test("a hub that is closed meanwhile is refused at its field", async () => {
    const closed = await addHub(app.services, { name: "Aba hub", code: "ABA", state: "Abia" });
    await db.update(hubs).set({ active: false }).where(eq(hubs.id, closed.id));
    await expect.poll(async () => page("/book", app.visitor())).not.toContain("Aba hub");
    const refused = await send({ dropOffHub: closed.id });
    expect(refused.status).toBe(400);
    expect(plain(refused.text)).toContain("This hub takes no parcels now.");
  });

  test("[BOOK-28] [STAFF-23] sender and staff correct pieces and payer while the sender holds every piece", async () => {
    const guest = app.visitor();
    const { id, trackingCode, ...row } = await book({ pieces: "2" }, guest);
    const own = {
      ...{ senderPhone: row.senderPhone, senderAddress: row.senderAddress, senderState: row.senderState },
      ...{ receiverName: row.receiverName, receiverPhone: row.receiverPhone },
      ...{ receiverAddress: row.receiverAddress, receiverState: row.receiverState },
      ...{ packageDescription: row.packageDescription, packageWeight: "2.5", packageType: "Parcel" },
      ...{ deliveryType: row.deliveryType, version: "1", idempotencyKey: crypto.randomUUID() },
    };
    const path = `/bookings/${trackingCode}`;
    const saved = await guest.ask(path, { form: { ...own, pieces: "4", paysDelivery: "sender_pickup" } });
    expect(saved.toast).toMatchObject({ title: "Saved" });
    const read = async () => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
    expect(await read()).toMatchObject({ pieces: 4, paysDelivery: "sender_pickup", version: 2 });
    expect(await db.$count(pieces, eq(pieces.bookingId, id))).toBe(4);

    const correct = async (form: Record<string, string>) => {
      const { version } = await read();
      const { receiverName: _, packageDescription: _d, packageType: _t, deliveryType: _s, ...fields } = own;
      return moderator.ask(`/admin/bookings/${trackingCode}`, {
        form: {
          ...{ ...fields, intent: "correct", id, version: String(version) },
          ...{ ...form, idempotencyKey: crypto.randomUUID() },
        },
      });
    };
    expect((await correct({ pieces: "3", paysDelivery: "receiver" })).toast).toMatchObject({
      title: "Booking corrected",
    });
    expect(await page(`/admin/bookings/${trackingCode}`)).toMatch(/Pieces.*?4.*?3/s);
    // A form without the field `pieces`, as older pages had it, leaves the pieces unchanged.
    await correct({ packageWeight: "2.6" });
    expect(await read()).toMatchObject({ pieces: 3, paysDelivery: "receiver", packageWeight: 2.6 });

    const hub = await ikejaHub();
    await db.update(pieces).set({ holderKind: "hub", holderId: hub.id }).where(eq(pieces.bookingId, id));
    const late = await correct({ packageWeight: "2.6", pieces: "2" });
    expect(late.status).toBe(409);
    expect(plain(late.text)).toContain("A piece has left the sender already");
    expect(await read()).toMatchObject({ pieces: 3 });
  });
});
