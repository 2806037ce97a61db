/** Bank statements over HTTP: upload, columns, doubtful rows, recording and export, without JavaScript. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, bankStatements, bookingCharges } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { accessStatement } from "../fixtures/bank-statements.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const HERE = "/admin/payments/statements";
const cashier = await app.admin("cashier");

async function priced(kobo: number): Promise<string> {
  const { id, trackingCode } = await bookOne(app);
  const lines = [{ kind: "carriage" as const, label: "Delivery", kobo }];
  await db
    .insert(bookingCharges)
    .values({ bookingId: id, kind: "set", lines, totalKobo: kobo, at: app.clock.now() });
  return trackingCode;
}

function upload(who: Visitor, bytes: Uint8Array) {
  const body = new FormData();
  body.set("idempotencyKey", crypto.randomUUID());
  body.set("account", "other");
  body.set("otherAccount", "Access 0123456789");
  body.set("file", new File([Buffer.from(bytes)], "statement.csv", { type: "text/csv" }));
  return who.ask(HERE, { body });
}

/** Requests the statement's page until its rows are matched; returns the page's text. */
async function matched(who: Visitor, path: string) {
  await expect
    .poll(async () => (await who.ask(path)).text, { timeout: 15_000 })
    .not.toContain("We are matching the rows");
  return who.ask(path);
}
const planOf = (html: string) => /name="plan" value="(\w+)"/.exec(html)?.[1] ?? "";

test("[BANK-1] [BANK-2] [BANK-3] from the bank's file to paid bookings; a formula in a narration stays text", async () => {
  const [one, two] = [await priced(500_000), await priced(300_000)];
  const evil = `=HYPERLINK("http://x.example")<b>`;
  const file = accessStatement([
    { kobo: 500_000, text: one, n: 1 },
    { kobo: 100_000, text: two.replace("NG", ""), n: 2 },
    { kobo: 900, text: "x", n: 3 },
  ]);
  // The test writes this row itself. The fixture would put other text before the formula, and spreadsheets run a
  // formula only at the start of a cell.
  const bytes = Buffer.concat([
    file,
    Buffer.from(
      `21-NOV-26,21-NOV-26,"${evil.replaceAll('"', '""')}",0,7.00,"1,256,095.19"\nsoon,,A,0,8.00,"1,256,103.19"\n`,
    ),
  ]);
  const { location } = await upload(cashier, bytes);
  expect(location).toMatch(new RegExp(`^${HERE}/[0-9a-f-]{36}$`));
  const page = location!;
  expect((await cashier.ask(page)).text).toContain("Which column is which?");
  const columns = {
    intent: "columns",
    date: "0",
    details: "2",
    amount: "4",
    out: "3",
    balance: "5",
    reference: "",
    direction: "",
    dayFirst: "yes",
  };
  expect((await cashier.send(page, { ...columns, amount: "" })).status).toBe(400);
  expect((await cashier.send(page, columns)).toast).toMatchObject({ title: "Columns saved" });

  const doubtful = await matched(cashier, page);
  expect(doubtful.text).toContain("5 of 5 rows add up");
  expect((await cashier.ask(`${page}?show=broken`)).text).toContain(
    "Posted Date: &#x27;soon&#x27; is not a day",
  );
  expect(doubtful.text).toContain("of ₦3,000");
  const unknown = await cashier.ask(`${page}?show=unknown`);
  expect(unknown.text).toContain("=HYPERLINK(&quot;http://x.example&quot;)&lt;b&gt;");
  const wrong = await cashier.send(`${page}?show=unknown`, {
    intent: "decide",
    "do-4": "record",
    "parts-4": `${two} 0`,
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(`${two}: enter an amount above ₦0`);
  // The error summary has a link to the field of the row.
  expect(wrong.text).toMatch(/<a href="#statement-parts-4"[^>]*>Row 4</);
  expect(wrong.text).toContain('id="statement-parts-4"');
  const decided = { intent: "decide", "do-3": "record", "parts-3": `${two} 1000`, "do-4": "leave" };
  expect((await cashier.send(page, decided)).toast).toMatchObject({ title: "Rows saved" });

  const ready = await cashier.ask(`${page}?show=matched`);
  expect(ready.text).toContain("Record 2 payments, ₦6,000");
  const record = { intent: "record", plan: planOf(ready.text) };
  expect((await cashier.send(page, record)).status).toBe(400);
  const done = await cashier.send(page, { ...record, leaveUnread: "on" });
  expect(done.toast).toMatchObject({ title: "Payments recorded" });
  expect((await cashier.ask(`/admin/bookings/${one}/money`)).text).toContain("Paid in full");
  expect((await cashier.ask(`/admin/bookings/${two}/money`)).text).toContain("₦2,000 left to pay");
  expect((await cashier.send(page, { ...record, leaveUnread: "on" })).status).toBe(409);

  const csv = (await cashier.ask(`${page}/statement.csv`)).text;
  expect(csv).toContain(`'=HYPERLINK`);
  expect(csv).toContain(`Already recorded,${one} 5000,Recorded`);
  expect(csv).toContain("Cannot be read");
});

test("[BANK-1] support sees statements and may not upload, decide or record; the refusal is logged; others see nothing", async () => {
  const { location } = await upload(cashier, accessStatement([{ kobo: 500, text: "x", n: 9 }]));
  const support = await app.admin("support");
  expect((await support.ask(location!)).text).toContain("Ask a super admin.");
  const before = await db.$count(bankStatements);
  expect((await upload(support, accessStatement([{ kobo: 500, text: "x", n: 9 }]))).status).toBe(403);
  for (const intent of ["columns", "heading", "decide", "match", "record", "remove"])
    expect((await support.send(location!, { intent })).status).toBe(403);
  expect(await db.$count(bankStatements)).toBe(before);
  const refused = await db.select().from(activityLogs).where(eq(activityLogs.action, "refused"));
  expect(refused.map(({ description }) => description)).toContain(
    `decideStatements on ${location!.split("/").at(-1)}`,
  );
  const customer = await app.customer("curious@example.com");
  expect((await customer.ask(location!)).text).not.toContain("Bank statement");
});

test("[BANK-1] [BOOK-13] an upload without file and account names both at once", async () => {
  const { status, text } = await cashier.ask(HERE, { form: { idempotencyKey: crypto.randomUUID() } });
  expect(status).toBe(400);
  expect(text).toContain("Choose the bank&#x27;s file.");
  expect(text).toContain("Choose the account whose statement this is");
  expect(text).toContain("2 fields below need your attention.");
});

test("[BANK-1] a file over 5 MB, none, and one that is no statement are refused; a statement can be removed", async () => {
  expect((await upload(cashier, Buffer.alloc(5 * 1024 * 1024 + 1, "a"))).text).toContain("over 5 MB");
  expect((await upload(cashier, Buffer.alloc(7 * 1024 * 1024, "a"))).status).toBe(413);
  const none = await cashier.send(HERE, {});
  expect(none.status).toBe(400);
  const linked = [...none.text.matchAll(/<a href="#(statement-[^"]+)"/g)].map(([, id]) => id!);
  expect(linked).toContain("statement-file");
  for (const id of linked) expect(none.text).toContain(`id="${id}"`);
  expect((await upload(cashier, Buffer.from("hello"))).text).toContain("no rows below");
  expect((await upload(cashier, Buffer.from("%PDF-1.7"))).text).toContain("This is a PDF");
  const { location } = await upload(cashier, accessStatement([{ kobo: 700, text: "y", n: 8 }]));
  await matched(cashier, location!);
  expect((await cashier.send(location!, { intent: "match" })).toast).toMatchObject({
    title: "Matching again",
  });
  expect((await matched(cashier, location!)).text).toContain("Match again");
  expect((await cashier.send(location!, { intent: "remove" })).location).toBe(HERE);
  expect((await cashier.ask(location!)).status).toBe(404);
  expect((await cashier.ask(`${HERE}/no`)).status).toBe(404);
});
