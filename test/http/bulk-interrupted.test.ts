/**
 * BULK-5, BULK-6: a browser whose connection ends in the middle of a batch, and the same file from two windows at once.
 * The long run uses 480 rows, as a real batch has.
 */
import { connect } from "node:net";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { bookingBatches, bookings } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { times } from "../fixtures/long.ts";
import { mailOf } from "../fixtures/people.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { listenWith } from "../fixtures/socket.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const server = await closedAfterAll(listenWith(app));
await publishPrices(app);

const SENDER = {
  senderName: BODY.senderName,
  senderPhone: BODY.senderPhone,
  senderEmail: BODY.senderEmail,
  senderAddress: BODY.senderAddress,
};
const table = (rows: number, first: number) =>
  [
    "Receiver\tPhone\tDelivery address\tDescription\tWeight (kg)",
    ...Array.from(
      { length: rows },
      (_, n) => `Receiver ${n}\t0805${1_000_000 + first + n}\t${n + 1} Bompai Road, Kano\tBooks\t2`,
    ),
  ].join("\n");
const key = () => crypto.randomUUID();

/** Returns a page's HTML without the comments that React puts between texts. */
const textOf = async (who: Visitor, path: string) => (await who.ask(path)).text.replaceAll("<!-- -->", "");
const seenOn = async (who: Visitor, page: string) =>
  /name="seen" value="([^"]+)"/.exec(await textOf(who, page))![1]!;
const says = async (who: Visitor, page: string, text: string) => (await textOf(who, page)).includes(text);
const shows = (who: Visitor, page: string, text: string) =>
  vi.waitFor(async () => expect([text, await says(who, page, text)]).toEqual([text, true]), {
    timeout: 60_000,
    interval: 100,
  });
const bookedOf = async (page: string) => {
  const id = page.split("/").at(-1)!;
  const rows = await db.select().from(bookings).where(eq(bookings.batchId, id));
  expect(new Set(rows.map(({ receiverPhone }) => receiverPhone)).size, "each row once").toBe(rows.length);
  return rows;
};

type Leaves = {
  /** How many bytes of the form are sent; all of them by default. */
  part?: number;
  /** If true, the connection ends at the first byte of the response, otherwise as soon as the bytes are sent. */
  whenAnswered?: boolean;
};

/** Sends a form like a browser that is then closed: the connection ends, and nobody reads the response. */
function sendAndLeave(
  { cookies }: Visitor,
  path: string,
  form: Record<string, string>,
  { part, whenAnswered = false }: Leaves = {},
): Promise<void> {
  const body = new URLSearchParams(form).toString();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: localhost:3000",
    `Origin: ${app.services.origin}`,
    `Cookie: ${cookie}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ].join("\r\n");
  return new Promise((done, failed) => {
    const socket = connect({ port: server.port, host: "127.0.0.1" });
    socket.on("error", failed);
    socket.on("close", () => done());
    if (whenAnswered) socket.once("data", () => socket.destroy());
    socket.write(`${head}\r\n\r\n${body.slice(0, part)}`, () => whenAnswered || socket.destroy());
  });
}

test(
  "[BULK-5] [BULK-7] whose connection ends after 'Book' finds the batch going on, each row booked once, and one mail",
  { timeout: 120_000 },
  async () => {
    const ROWS = times(120, 480);
    const desk = await app.admin("moderator");
    const page = (await desk.send("/admin/bookings/bulk", { ...SENDER, csv: table(ROWS, 0) })).location!;
    const seen = await seenOn(desk, page);
    const press = { intent: "book", seen, idempotencyKey: key() };
    // The connection ends as soon as the form is sent, perhaps before the server has read it. After that, the page must
    // still offer all rows, or show that they are being booked.
    await sendAndLeave(desk, page, press);
    const text = await textOf(desk, page);
    expect(text.includes(`>Book ${ROWS}<`) || /\d+ of \d+ booked/.test(text)).toBe(true);
    await sendAndLeave(desk, page, press, { whenAnswered: true });
    // Meanwhile another request, as from a page that is opened again, shows how many rows are booked.
    const progress = new Set<number>();
    await vi.waitFor(
      async () => {
        const text = await textOf(desk, page);
        const [, done] = new RegExp(`(\\d+) of ${ROWS} booked`).exec(text) ?? [];
        if (done) progress.add(Number(done));
        expect(text.includes(`${ROWS} parcels are booked`)).toBe(true);
      },
      { timeout: 90_000, interval: 50 },
    );
    expect([...progress].some((done) => done > 0 && done < ROWS)).toBe(true);
    const rows = await bookedOf(page);
    expect(rows).toHaveLength(ROWS);
    const mail = await mailOf(app, "batch_booked");
    const codes = mail.text.replaceAll(" ", "");
    expect(rows.filter(({ trackingCode }) => !codes.includes(trackingCode))).toEqual([]);
    const mails = (await app.mails(1)).filter(({ toAddress }) => toAddress === SENDER.senderEmail);
    expect(mails.map(({ subject }) => subject)).toEqual([`Your ${ROWS} parcels are booked`]);
  },
);

test("[BULK-5] whose connection ends before the whole form is sent has changed nothing, and sends it again", async () => {
  const desk = await app.admin("moderator", "second@ona.test");
  const [batches, before] = [await db.$count(bookingBatches), await db.$count(bookings)];
  const form = { ...SENDER, csv: table(5, 1000), idempotencyKey: key() };
  await sendAndLeave(desk, "/admin/bookings/bulk", form, { part: 200 });
  const page = (await desk.ask("/admin/bookings/bulk", { form })).location!;
  expect(await db.$count(bookingBatches)).toBe(batches + 1);
  const press = { intent: "book", seen: await seenOn(desk, page), idempotencyKey: key() };
  await sendAndLeave(desk, page, press, { part: 20 });
  expect(await says(desk, page, ">Book 5<")).toBe(true);
  expect(await db.$count(bookings)).toBe(before);
  expect((await desk.ask(page, { form: press })).location).toBe(page);
  await shows(desk, page, "5 parcels are booked");
  expect(await bookedOf(page)).toHaveLength(5);
});

test("[BULK-6] the same file sent and booked from two windows at once is booked once, and the other window asks", async () => {
  const ada = await app.customer("two-windows@example.com");
  const send = () => ada.send("/book/bulk", { ...SENDER, csv: table(6, 2000) });
  const pages = (await Promise.all([send(), send()])).map(({ location }) => location!);
  expect(new Set(pages).size).toBe(2);
  const presses = await Promise.all(
    pages.map(async (page) => ({ intent: "book", seen: await seenOn(ada, page) })),
  );
  const answers = await Promise.all(pages.map((page, n) => ada.send(page, presses[n]!)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 409]);
  const won = answers.findIndex(({ status }) => status === 302);
  const [page, other] = [pages[won]!, pages[1 - won]!];
  const asked = answers[1 - won]!.text.replaceAll("<!-- -->", "");
  expect(/You booked these 6 on [A-Z][a-z]{2} \d+ [A-Z][a-z]{2}\. Book them again\?/.test(asked)).toBe(true);
  await shows(ada, page, "6 parcels are booked");
  expect(await bookedOf(page)).toHaveLength(6);
  expect(await bookedOf(other)).toEqual([]);
  // The other window asks whether to book the same rows again. Until that box is ticked, nothing is booked, however
  // often the button is pressed.
  expect(await says(ada, other, "Book them again?")).toBe(true);
  for (let n = 0; n < 2; n++) expect((await ada.send(other, presses[1 - won]!)).status).toBe(409);
  expect(await bookedOf(other)).toEqual([]);
  expect((await ada.send(other, { ...presses[1 - won]!, again: "yes" })).location).toBe(other);
  await shows(ada, other, "6 parcels are booked");
});

test("[BULK-6] one batch in two windows, and one press sent twice, book each row once", async () => {
  const ada = await app.customer("one-batch@example.com");
  const sent = { ...SENDER, csv: table(6, 3000), idempotencyKey: key() };
  const twice = await Promise.all([1, 2].map(() => ada.ask("/book/bulk", { form: sent })));
  const [page] = twice.map(({ location }) => location!);
  // One form, sent from two windows, makes one batch.
  expect(twice.map(({ location }) => location)).toEqual([page, page]);
  const press = { intent: "book", seen: await seenOn(ada, page!), idempotencyKey: key() };
  const [first, again, other] = await Promise.all([
    ada.ask(page!, { form: press }),
    ada.ask(page!, { form: press }),
    ada.ask(page!, { form: { ...press, idempotencyKey: key() } }),
  ]);
  const all = [first, again, other];
  expect(all.filter(({ status }) => status !== 302 && status !== 409)).toEqual([]);
  // The request that comes second is refused with the reason.
  const why = /These rows are being booked now\. Wait|No row can be booked|changed meanwhile/;
  for (const { text } of all.filter(({ status }) => status === 409)) expect(why.test(text)).toBe(true);
  expect(all.some(({ status }) => status === 302)).toBe(true);
  await shows(ada, page!, "6 parcels are booked");
  const late = await ada.send(page!, { intent: "book", seen: press.seen });
  expect([late.status, late.text.includes("No row can be booked")]).toEqual([409, true]);
  expect(await bookedOf(page!)).toHaveLength(6);
});
