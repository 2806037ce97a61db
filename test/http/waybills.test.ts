/** Waybills: their content and paper sizes, the people who may print them, and the page if no booking is chosen. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { actAuthor } from "../../app/access/author.server.ts";
import { asGuest } from "../../app/access/actors.server.ts";
import { storeBooking } from "../../app/parcels/bookings/store-booking.server.ts";
import { bookings, mails, profiles } from "../../app/platform/db/schema.ts";
import { openTestApp, type TestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";
import { FIRST_LETTERS } from "../../app/domain/tracking-code.ts";

let app: TestApp;
let support: Visitor;
beforeAll(async () => {
  app = await openTestApp({ limitsFactor: 1000 });
  support = await app.admin("support");
});
afterAll(() => app.close());

/** The street of the receiver, which only the waybill of the booking shows. */
const STREET = "12 Bompai Road";
/**
 * Codes have nine digits if PostgreSQL's estimate of the number of bookings is at least this number. The estimate for a
 * table without statistics is -1, so with -2 the next code has nine digits.
 */
const NINE_AT_ONCE = -2;
const codeIn = (location: string | null) =>
  new URL(location ?? "", "http://x").searchParams.get("code") ?? "";

test("[WAYBILL-2] staff print many in the order of the codes, however these are written; unknown ones are named", async () => {
  const [first, second] = [(await bookOne(app)).trackingCode, (await bookOne(app)).trackingCode];
  const asked = `${second}\nhttps://ona.example/track?code=${first}, ${first.toLowerCase()} OD00000000NG`;
  const { status, text } = await support.ask(`/admin/waybills?${new URLSearchParams({ codes: asked })}`);
  expect(status).toBe(200);
  expect(text.match(/<article/g)).toHaveLength(2);
  expect(text.indexOf(`Waybill OD ${second.slice(2, 6)}`)).toBeLessThan(
    text.indexOf(`Waybill OD ${first.slice(2, 6)}`),
  );
  expect(text).toContain("OD00000000NG");
  for (const shown of [STREET, "0803 123 4568", "Standard", "2.5 kg", "Print all 2"])
    expect(text).toContain(shown);
});

test("[WAYBILL-1] the page has the size of the chosen paper, and a label both codes", async () => {
  const code = (await bookOne(app)).trackingCode;
  for (const [paper, size] of [
    ["label", "100mm 150mm"],
    ["a6", "105mm 148mm"],
    ["a4", "210mm 297mm"],
  ]) {
    const { text } = await support.ask(`/admin/waybills?code=${code}&paper=${paper}`);
    for (const shown of [`size: ${size}`, 'aria-label="Code 128"', 'aria-label="QR code"'])
      expect(text).toContain(shown);
  }
});

test("[WAYBILL-3] a print of nothing says what to do, and takes codes there", async () => {
  const nothing = await support.ask("/admin/waybills");
  expect(nothing.text).toContain("Select bookings in the list and press Print waybills");
  expect(nothing.text).toContain("Booking codes");
  const other = await support.ask("/admin/waybills?codes=hello");
  expect(other.text).toContain("None of these is the code of a booking.");
  const codes = "OD00000000NG\nhello\nOD 0000\n0001 NG, 12";
  const mixed = (await support.ask(`/admin/waybills?${new URLSearchParams({ codes })}`)).text.replace(
    /<[^>]*>/g,
    "",
  );
  expect(mixed).toContain(
    "No booking has these codes: OD00000000NG, OD00000001NG. Check them on the parcels.",
  );
  expect(mixed).toContain("These are not codes: hello, 12. A code looks like OD 1234 5678 NG.");
});

test("[WAYBILL-3] one print has at most 100, and leads to the next", async () => {
  const codes = Array.from({ length: 102 }, (_, n) => `OD${30_000_000 + n}NG`);
  const { text } = await support.ask(
    `/admin/waybills?${new URLSearchParams(codes.map((code) => ["code", code]))}`,
  );
  expect(text).toMatch(
    /href="\/admin\/waybills\?code=OD30000100NG&amp;code=OD30000101NG&amp;paper=\w+"[^>]*>Print the next/,
  );
  const unknown = /these codes:([^.]*)\./.exec(text.replace(/<[^>]*>/g, ""))![1]!;
  expect(unknown.split(",")).toHaveLength(100);
});

test("[WAYBILL-2] the browser that booked as a guest prints it; a bare code and who signs in next do not", async () => {
  const sender = app.visitor();
  const booked = await sender.send("/book", BODY);
  const code = codeIn(booked.location);
  expect((await sender.ask(`/track?code=${code}`)).text).toContain(`href="/waybill/${code}"`);
  const own = await sender.ask(`/waybill/${code}`);
  expect([own.status, own.text.includes(STREET)]).toEqual([200, true]);
  expect(own.headers.get("Cache-Control")).toBe("no-store");

  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toContain("Print waybill");
  const stranger = await app.visitor().ask(`/waybill/${code}`);
  expect([stranger.status, stranger.text.includes(STREET)]).toEqual([404, false]);
  expect(stranger.text).toContain("Sign in with the email you booked with.");
  const forged = app.visitor();
  forged.cookies.set("sent", Buffer.from(JSON.stringify(code)).toString("base64"));
  expect((await forged.ask(`/waybill/${code}`)).text).not.toContain(STREET);

  const next = await app.customer("next@ona.test");
  for (const [name, value] of sender.cookies) if (name === "sent") next.cookies.set(name, value);
  expect((await next.ask(`/waybill/${code}`)).text).not.toContain(STREET);
});

test("[WAYBILL-2] a customer prints own bookings only", async () => {
  const customer = await app.customer("own@ona.test");
  const booked = await customer.send("/book", BODY);
  const own = await customer.ask(`/waybill/${codeIn(booked.location)}`);
  expect([own.status, own.text.includes(STREET)]).toEqual([200, true]);
  const other = await customer.ask(`/waybill/${(await bookOne(app)).trackingCode}`);
  expect([other.status, other.text.includes(STREET)]).toEqual([404, false]);
});

test("[WAYBILL-2] a store owner prints the bookings of own orders only", async () => {
  const owner = await app.customer("mama@ona.test");
  const rival = await app.customer("rival@ona.test");
  const idOf = async (email: string) =>
    (await app.services.db.select().from(profiles).where(eq(profiles.email, email)))[0]!.id;
  const store = await makeStore(app.services, await idOf("mama@ona.test"));
  await makeStore(app.services, await idOf("rival@ona.test"));
  const product = await makeProduct(app.services, store.id);
  const order = await makeOrder(app.services, store.id, [{ product, quantity: 1 }]);
  const { id, trackingCode: code } = await bookOne(app);
  await app.services.db.update(bookings).set({ orderId: order.id }).where(eq(bookings.id, id));

  const shown = await owner.ask(`/store/dashboard/waybills?code=${code}`);
  expect([shown.status, shown.text.includes(STREET)]).toEqual([200, true]);
  expect((await owner.ask(`/store/dashboard/orders?view=${order.id}`)).text).toContain("Print waybill");
  const theirs = await rival.ask(`/store/dashboard/waybills?code=${code}`);
  expect([theirs.status, theirs.text.includes(STREET)]).toEqual([404, false]);
  const notAnOrder = await owner.ask(`/store/dashboard/waybills?code=${(await bookOne(app)).trackingCode}`);
  expect(notAnOrder.status).toBe(404);
  expect((await owner.ask("/store/dashboard/waybills")).text).toContain("No waybill selected.");
});

test("[TRACK-1] a code of nine digits is tracked, mailed, searched for and printed as any other", async () => {
  const { db } = app.services;
  const {
    id: _id,
    trackingCode: _code,
    search: _search,
    deliveredAt: _never,
    labelPrintedAt: _not,
    promisedDay: _promised,
    movedTo: _moved,
    ...row
  } = await bookOne(app);
  const booking = { ...row, formKey: crypto.randomUUID(), senderEmail: "nine@ona.test" };
  const author = actAuthor(asGuest("127.0.0.1"));
  const stored = await storeBooking(
    app.services,
    db,
    { row: booking, author, price: null, letters: FIRST_LETTERS },
    NINE_AT_ONCE,
  );
  const code = stored?.trackingCode ?? "";
  expect(code).toMatch(/^OD\d{9}NG$/);
  const [, one, two, three] = /^OD(\d{3})(\d{3})(\d{3})NG$/.exec(code) ?? [];
  const readable = `OD ${one} ${two} ${three} NG`;

  expect((await app.visitor().ask(`/track?code=od${one}-${two}-${three}ng`)).text).toContain(
    encodeURIComponent(readable),
  );
  expect((await support.ask(`/admin/bookings?q=${one}${two}${three}`)).text).toContain(code);
  const printed = await support.ask(`/admin/waybills?codes=${code}`);
  expect(printed.text).toContain(`Waybill ${readable}`);
  await vi.waitFor(async () => {
    const [mail] = await db.select().from(mails).where(eq(mails.toAddress, "nine@ona.test"));
    expect(mail?.text).toContain(`code=${code}`);
  }, 10_000);
});
