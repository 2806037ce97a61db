/** Labels of pieces, blank stickers, and the form that links a sticker to a piece, over HTTP. */
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { drawSticker } from "../../app/domain/piece-code.ts";
import { activityLogs, bookings, pieces } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { addHub } from "../fixtures/hubs.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
await publishPrices(app);
const staff = await app.admin("moderator");

/** The texts of a page without tags, joined by spaces. */
const textOf = (html: string) =>
  html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
const page = async (path: string) => (await staff.ask(path)).text;
const labels = (html: string) => html.match(/<article.*?<\/article>/gs)!.map(textOf);
const newSticker = () => drawSticker((below) => Math.floor(Math.random() * below));
const link = (booking: { id: string; trackingCode: string }, form: Record<string, string>) =>
  staff.ask(`/admin/bookings/${booking.trackingCode}`, {
    form: { intent: "sticker", id: booking.id, ...form, idempotencyKey: crypto.randomUUID() },
  });
const stickerOn = async (id: string, number = 1) =>
  (
    await db
      .select({ sticker: pieces.sticker })
      .from(pieces)
      .where(and(eq(pieces.bookingId, id), eq(pieces.number, number)))
  )[0]!.sticker;

describe("[WAYBILL-4] labels of pieces", () => {
  test("each piece has one, with its code and place; one piece has the one it always had", async () => {
    const three = await bookOne(app, { pieces: "3", mayLookInside: "on" });
    const one = await bookOne(app);
    const html = await page(`/admin/waybills?code=${three.trackingCode}&code=${one.trackingCode}`);
    const shown = labels(html);
    expect(shown).toHaveLength(4);
    for (const [n, label] of shown.slice(0, 3).entries()) {
      expect(label).toMatch(new RegExp(`NG-${n + 1}\\b`));
      expect(label).toContain(`Piece ${n + 1} of 3`);
      expect(label).toContain("May look inside before paying");
    }
    expect(shown[3]).toContain("Pieces 1");
    expect(shown[3]).not.toMatch(/NG-1|look inside/);
    expect(html).toContain("Print all 4");
    // A code with the number of a piece prints that piece's label alone, in place of a damaged one.
    expect(labels(await page(`/admin/waybills?codes=${three.trackingCode}-2`))).toHaveLength(1);
    expect(textOf(await page(`/admin/waybills?codes=${three.trackingCode}-4`))).toContain(
      `No booking has this code: ${three.trackingCode}-4.`,
    );
  });

  test("[WAYBILL-3] those of a booking stay together in a print of at most 100", async () => {
    const many = await Promise.all([1, 2, 3].map(() => bookOne(app, { pieces: "40" })));
    const html = await page(
      `/admin/waybills?${many.map(({ trackingCode }) => `code=${trackingCode}`).join("&")}`,
    );
    expect(labels(html)).toHaveLength(80);
    expect(html).toMatch(new RegExp(`code=${many[2]!.trackingCode}[^>]*>Print the next`));
  });

  test("the sender prints them all, and is told what to write where no printer is", async () => {
    const guest = app.visitor();
    const booked = await guest.send("/book", { ...BODY, pieces: "2" });
    const code = /OD\d{8}NG/.exec(booked.location ?? "")![0];
    const own = await guest.ask(`/waybill/${code}`);
    expect(labels(own.text)).toHaveLength(2);
    expect(textOf(own.text)).toContain(`with its number: ${code}-1`);
  });

  test("[TRACK-2] the code of a piece is tracked and searched for as its booking's", async () => {
    const { trackingCode: code, id } = await bookOne(app, { pieces: "2" });
    expect((await app.visitor().ask(`/track?code=${code}-2`)).text).toContain(code);
    expect((await app.visitor().ask(`/track?code=${code.toLowerCase()} 2`)).status).toBe(200);
    const sticker = newSticker();
    await db
      .update(pieces)
      .set({ sticker })
      .where(and(eq(pieces.bookingId, id), eq(pieces.number, 2)));
    for (const search of [`${code}-2`, `${code} 2`, sticker, sticker.toLowerCase()])
      expect(await page(`/admin/bookings?q=${encodeURIComponent(search)}`), search).toContain(code);
  });
});

describe("[WAYBILL-4] where there are hubs", () => {
  beforeAll(() => addHub(app.services, { name: "Kano", code: "KAN", state: "Kano", town: "Kano" }, ["Kano"]));

  test("the hub that delivers stands on the label: the desk's choice, else by rule; a return goes to the sender", async () => {
    const { id, trackingCode: code } = await bookOne(app, { pieces: "3" });
    const other = await addHub(app.services, { name: "Ikeja", code: "IKJ" }, ["Lagos"]);
    const set = (number: number, values: Partial<typeof pieces.$inferInsert>) =>
      db
        .update(pieces)
        .set(values)
        .where(and(eq(pieces.bookingId, id), eq(pieces.number, number)));
    await set(2, { toHubId: other.id });
    await set(3, { returning: true });
    const [ruled, chosen, back] = labels(await page(`/admin/waybills?code=${code}`));
    expect(ruled).toMatch(/Kano Hub KAN/i);
    expect(chosen).toMatch(/Hub IKJ/);
    expect(back).toMatch(/Return .*Lagos Ikeja Hub IKJ Back to Ngozi Eze/i);
  });

  test("[COD-9] what to collect is one sum of two parts, for all pieces", async () => {
    const { id, trackingCode: code } = await bookOne(app, { pieces: "2", paysDelivery: "receiver" });
    const [label] = labels(await page(`/admin/waybills?code=${code}`));
    expect(label).toMatch(/Collect for delivery for all 2 ₦[\d,]+/);
    await db.update(bookings).set({ paysDelivery: "sender_before" }).where(eq(bookings.id, id));
    expect(labels(await page(`/admin/waybills?code=${code}`))[0]).not.toMatch(/Collect|collect/);
  });
});

test("[PIECE-5] blank stickers are drawn anew for each print, and nothing is stored", async () => {
  const codes = (html: string) => html.match(/aria-label="Sticker (PS-\w{9})"/g) ?? [];
  const first = codes(await page("/admin/waybills/stickers?count=30&paper=a4"));
  expect(new Set(first).size).toBe(30);
  const second = codes(await page("/admin/waybills/stickers?count=30&paper=a4"));
  expect(new Set([...first, ...second]).size).toBe(60);
  expect(codes(await page("/admin/waybills/stickers"))).toEqual([]);
  expect(await page("/admin/waybills/stickers?count=500")).toContain("Enter a number from 1 to 240");
});

describe("[PIECE-6] linking a sticker", () => {
  test("puts it onto the piece, however it is typed, and in the place of another", async () => {
    const booking = await bookOne(app, { pieces: "2" });
    const [first, second] = [newSticker(), newSticker()];
    const typed = ` ${first.toLowerCase().replace("-", " ")} `;
    expect((await link(booking, { piece: "2", sticker: typed })).text).toContain("Sticker linked");
    expect(await stickerOn(booking.id, 2)).toBe(first);
    await link(booking, { piece: "2", sticker: second });
    expect(await stickerOn(booking.id, 2)).toBe(second);
    expect(await page(`/admin/bookings/${booking.trackingCode}`)).toContain(second);
    const logs = await db.select().from(activityLogs).where(eq(activityLogs.entityId, booking.id));
    expect(logs.map(({ description }) => description)).toEqual([
      `${booking.trackingCode}: sticker ${first} on piece 2`,
      `${booking.trackingCode}: sticker ${second} on piece 2, in the place of ${first}`,
    ]);
  });

  test("refuses one that is on another piece, says on which, and lets one of two link it at once", async () => {
    const [a, b] = [await bookOne(app, { pieces: "2" }), await bookOne(app)];
    const sticker = newSticker();
    await link(a, { piece: "2", sticker });
    const refused = await link(b, { sticker });
    expect(refused.status).toBe(409);
    const [, before, after] = /^(..\d{4})(\d{4}..)$/.exec(a.trackingCode)!;
    expect(refused.text).toContain(
      `This sticker is on ${before!.slice(0, 2)} ${before!.slice(2)} ${after!.slice(0, 4)} ${after!.slice(4)}-2 already. Take another one.`,
    );
    expect(await stickerOn(b.id)).toBeNull();
    const race = newSticker();
    const both = await Promise.all([link(a, { piece: "1", sticker: race }), link(b, { sticker: race })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    ["", "Scan or type the code of the sticker"],
    ["OD48210973NG", "This is no sticker&#x27;s code."],
    ["PS-22222222A", "This is no sticker&#x27;s code."],
  ])("refuses %j", async (sticker, text) => {
    const refused = await link(await bookOne(app), { sticker });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(text);
  });

  test("refuses roles that do not work in hubs", async () => {
    const booking = await bookOne(app);
    const support = await app.admin("support");
    const refused = await support.ask(`/admin/bookings/${booking.trackingCode}`, {
      form: { intent: "sticker", id: booking.id, sticker: newSticker(), idempotencyKey: crypto.randomUUID() },
    });
    expect(refused.status).toBe(403);
    expect(await stickerOn(booking.id)).toBeNull();
  });
});
