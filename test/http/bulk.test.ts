/** BULK-1 to BULK-9: bulk booking over HTTP, without JavaScript. */
import { expect, test, vi } from "vitest";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { xlsx } from "../fixtures/xlsx.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
await publishPrices(app);

const HEAD = ["Receiver", "Phone", "Delivery address", "Description", "Weight (kg)"];
const SENDER = {
  senderName: BODY.senderName,
  senderPhone: BODY.senderPhone,
  senderEmail: BODY.senderEmail,
  senderAddress: BODY.senderAddress,
};
const rows = (good: number) =>
  Array.from({ length: good }, (_, n) => [
    `Receiver ${n}`,
    8051000000 + n,
    `${n + 1} Bompai Road, Kano`,
    "Books",
    2,
  ]);

async function upload(who: Visitor, path: string, file: Buffer, sender: Record<string, string> = SENDER) {
  const body = new FormData();
  for (const [name, value] of Object.entries(sender)) body.set(name, value);
  body.set("file", new Blob([new Uint8Array(file)]), "parcels.xlsx");
  return who.ask(path, { body });
}
/** Returns a page's HTML without the comments that React puts between texts. */
const textOf = async (who: Visitor, path: string) => (await who.ask(path)).text.replaceAll("<!-- -->", "");
const booked = (who: Visitor, page: string, text: string) =>
  vi.waitFor(async () => expect(await textOf(who, page)).toContain(text), {
    timeout: 15_000,
    interval: 100,
  });

test("[BULK-1] [BULK-4] [BULK-5] [BULK-9] a file is corrected, booked, printed and downloaded", async () => {
  const ada = await app.customer("bulk@example.com");
  expect((await app.visitor().ask("/book/bulk")).location).toContain("/login");
  const start = (await ada.ask("/book/bulk")).text;
  for (const template of ["/samples/parcels.xlsx", "/samples/parcels.csv"]) expect(start).toContain(template);
  const refused = await upload(ada, "/book/bulk", xlsx([["Name"], ["Ada"]]));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("no row with the names");
  expect(refused.text).toContain(`value="${BODY.senderName}"`);
  const read = await upload(
    ada,
    "/book/bulk",
    xlsx([HEAD, ...rows(3), ["Bad", "12", "1 Bompai Road, Kano", "Books", 2]]),
  );
  const page = read.location!;
  const preview = await textOf(ada, page);
  expect(preview).toContain("Book 3, keep 1 as a draft");
  expect(preview).toContain("Row 5");
  expect(preview).toContain("It says: 12");
  await ada.send(page, { intent: "correct", "r5.receiverPhone": "0803 555 0123" });
  const corrected = await textOf(ada, page);
  expect(corrected).toMatch(/>Book 4</);
  const seen = /name="seen" value="([^"]+)"/.exec(corrected)![1]!;
  const eve = await app.customer("eve-bulk@example.com");
  expect((await eve.ask(page)).status).toBe(404);
  expect((await eve.send(page, { intent: "book", seen })).status).toBe(404);
  expect((await ada.send(page, { intent: "book", seen })).location).toBe(page);
  expect(corrected).toContain("Kept as a draft for 30 days");
  await booked(ada, page, "4 parcels are booked");
  expect(await textOf(ada, page)).not.toContain("Kept as a draft");
  const labels = await ada.ask(`${page}/labels`);
  expect(labels.text.replaceAll("<!-- -->", "")).toContain("4 labels for 4 parcels");
  expect((await eve.ask(`${page}/labels`)).status).toBe(404);
  const file = await ada.ask(`${page}/result.csv`);
  expect(file.text.split("\r\n")).toHaveLength(6);
  expect(file.text).toContain("Tracking code,Price (₦),Result");
  expect((await eve.ask(`${page}/result.csv`)).status).toBe(404);
});

test("[BULK-1] pasted rows, and staff for a walk-in customer; who may only read may not", async () => {
  const text = [HEAD, ...rows(1)].map((cells) => cells.join("\t")).join("\n");
  const desk = await app.admin("moderator");
  const { senderEmail: _, ...walkIn } = SENDER;
  const read = await desk.send("/admin/bookings/bulk", { ...walkIn, senderEmail: "", csv: text });
  const page = read.location!;
  expect(page).toMatch(/^\/admin\/bookings\/bulk\/[0-9a-f-]{36}$/);
  const seen = /name="seen" value="([^"]+)"/.exec((await desk.ask(page)).text)![1]!;
  await desk.send(page, { intent: "book", seen });
  await booked(desk, page, "1 parcel is booked");
  const support = await app.admin("support");
  expect((await support.send("/admin/bookings/bulk", { ...walkIn, senderEmail: "", csv: text })).status).toBe(
    403,
  );
  expect((await support.ask(page)).status).toBe(404);
});
