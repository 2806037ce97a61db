/** The price lists of the back office and the public quote page, over HTTP. */
import { eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, priceLists } from "../../app/platform/db/schema.ts";
import { DELIVERY_TYPES } from "../../app/domain/booking.ts";
import type { PriceList } from "../../app/money/prices/price-list.ts";
import { ADDED_PARTS, ratePart } from "../../app/money/prices/price-parts.ts";
import { priceFormValues } from "../../app/money/prices/prices-form.ts";
import { SAMPLE_PRICES } from "../../server/demo/sample-prices.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const superAdmin = await app.admin("super_admin");

const QUOTE = "/quote?from=Lagos&to=Kano&weight=2,5&type=Parcel&value=20000";

async function newDraft(): Promise<string> {
  const key = await superAdmin.keyOf("/admin/prices");
  const { location } = await superAdmin.ask("/admin/prices", { form: { idempotencyKey: key } });
  expect(location).toMatch(/^\/admin\/prices\/[0-9a-f-]{36}$/);
  return location!;
}

async function send(who: Visitor, path: string, form: Record<string, string>) {
  const { text } = await who.ask(path);
  const revision = /name="revision" value="(\d+)"/.exec(text)?.[1] ?? "1";
  return who.send(path, { revision, ...form });
}

/** The main part of a page, without menu and footer. */
const contentOf = (html: string) => /<main[^>]*>([\s\S]*)<\/main>/.exec(html)![1]!;

/** Sends the forms of a draft, one for each part of a price list. */
async function fill(draft: string, list: PriceList) {
  const rates = list.zones.flatMap(({ id }) => DELIVERY_TYPES.map((type) => ratePart(id, type)));
  for (const part of [...rates, ...ADDED_PARTS]) {
    const saved = await send(superAdmin, draft, { intent: "save", part, ...priceFormValues(list) });
    expect(saved.toast, part).toMatchObject({ title: "Saved in the draft" });
  }
}

test("[PRICE-5] without a list the quote page says that we tell the price, and home has no link to it", async () => {
  const guest = app.visitor();
  expect((await guest.ask("/quote")).text).toContain("Prices are not online yet");
  expect(contentOf((await guest.ask("/")).text)).not.toContain('href="/quote"');
});

test("[PRICE-5] [HOME-4] without a list it shows the days between two states; a link from the map asks nothing yet", async () => {
  const guest = app.visitor();
  const { text } = await guest.ask(QUOTE);
  for (const shown of [
    "Lagos to Kano",
    "Standard",
    "Express",
    "By Wed 25 Nov at the latest",
    "We will tell you the price",
  ])
    expect(text).toContain(shown);
  expect(text).not.toContain("Book Same Day");
  const linked = await guest.ask("/quote?from=Akwa+Ibom");
  expect(linked.text).toContain('<option value="Akwa Ibom" selected="">');
  expect(linked.text).not.toContain("Enter the weight");
});

test("[PRICE-4] a super admin fills a draft, compares and publishes it; then everybody sees prices", async () => {
  const draft = await newDraft();
  expect((await superAdmin.ask(draft)).text).toContain("Standard has no price");
  await fill(draft, SAMPLE_PRICES);
  const near = await send(superAdmin, draft, { intent: "zone", from: "South West", to: "Edo", zone: "B" });
  expect(near.toast).toMatchObject({ title: "Zone changed" });
  const page = await superAdmin.ask(draft);
  expect(page.text).toContain("Sample parcels at today");
  expect(page.text.indexOf(`href="${draft}?publish=1"`)).toBeLessThan(page.text.indexOf("<h2"));
  const dialog = (await superAdmin.ask(`${draft}?publish=1`)).text;
  expect(dialog).toContain("Publish as version 1");
  expect(dialog).toContain("These are the first prices.");
  // The form proposes tomorrow as the first day.
  expect(dialog).toMatch(/name="validFrom"[^>]*value="2026-11-22"|value="2026-11-22"[^>]*name="validFrom"/);
  const past = await send(superAdmin, `${draft}?publish=1`, {
    intent: "publish",
    version: "1",
    validFrom: "2026-11-20",
  });
  expect(past.status).toBe(400);
  expect(past.text).toContain("This day is in the past");
  const published = await send(superAdmin, draft, {
    intent: "publish",
    version: "1",
    validFrom: "2026-11-21",
  });
  expect(published.toast).toMatchObject({ title: "Price list published" });
  const again = await send(superAdmin, draft, {
    intent: "save",
    part: "vat",
    ...priceFormValues(SAMPLE_PRICES),
  });
  expect(again.status).toBe(409);

  const guest = app.visitor();
  await expect.poll(async () => (await guest.ask(QUOTE)).text).toContain("₦6,700");
  const { text } = await guest.ask(QUOTE);
  // The quote shows Standard and Express with the lines of their price and the day of delivery. Same Day is offered
  // only within a state.
  for (const shown of [
    "VAT 7.5%",
    "Cover up to ₦20,000",
    "Rounding",
    "₦32.56",
    "By Wed 25 Nov at the latest",
    "₦14,200",
  ])
    expect(text.replace(/<\/?small[^>]*>/g, "")).toContain(shown);
  expect(text).toContain("Not available");
  expect(contentOf((await guest.ask("/")).text)).toContain('href="/quote"');
});

test("[HOME-4] home lists three lanes with their lowest price, each a link to all prices of its lane", async () => {
  const home = contentOf((await app.visitor().ask("/")).text);
  for (const [to, lowest] of Object.entries({ FCT: "4,300", Kano: "5,950", Rivers: "4,300" }))
    expect(home).toMatch(new RegExp(`/quote\\?from=Lagos&amp;to=${to}&amp;weight=1".*?from ₦${lowest}`, "s"));
});

test("[PRICE-5] wrong fields are named and keep what was typed", async () => {
  const { status, text } = await app.visitor().ask("/quote?from=Atlantis&to=Kano&weight=heavy&value=-5");
  expect(status).toBe(200);
  for (const shown of [
    "Choose the state of the pickup address",
    "Enter the weight in kilograms as a number, e.g. 2.5",
    "Enter a price in naira",
    'value="heavy"',
  ])
    expect(text).toContain(shown);
});

test("[PRICE-12] a part of a draft opens with the fields that it has, is refused with what was typed, and changes alone", async () => {
  const draft = await newDraft();
  const page = (await superAdmin.ask(draft)).text;
  expect(page).toContain(`href="${draft}?change=A.standard"`);
  expect(page).not.toContain('name="A.standard.first"');
  const open = (await superAdmin.ask(`${draft}?change=A.standard`)).text;
  expect(open).toContain('name="A.standard.first"');
  expect(open).not.toContain('name="A.express.first"');
  expect(open).toContain("Before VAT");
  const form = { intent: "save", part: "A.standard", "A.standard.kind": "steps" };
  const typed = { "A.standard.first": "2", "A.standard.firstPrice": "lots" };
  const wrong = await send(superAdmin, `${draft}?change=A.standard`, { ...form, ...typed });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('value="lots"');
  expect(wrong.text).toContain("Enter a price in naira");
  expect(wrong.text).toContain(">First price (₦)</a>");
  const unknown = await send(superAdmin, draft, { ...form, part: "Z.standard" });
  expect(unknown.status).toBe(400);
  expect(unknown.text).toContain("Choose what to change.");
  expect((await superAdmin.ask(`${draft}?change=Z.standard`)).status).toBe(200);
});

test("[PRICE-4] CSV goes out and comes in; errors say where and change nothing", async () => {
  const draft = await newDraft();
  const rates = await superAdmin.ask(`${draft}/rates.csv`);
  expect(rates.headers.get("Content-Type")).toContain("text/csv");
  const dearer = rates.text.replace("A,standard,steps,2,2000", "A,standard,steps,2,2100");
  expect(dearer).not.toBe(rates.text);
  expect((await send(superAdmin, draft, { intent: "csv", csv: dearer })).toast).toMatchObject({
    title: "CSV loaded",
  });
  const bad = await send(superAdmin, draft, { intent: "csv", csv: dearer.replace("2100", "-1") });
  // The part with the refused lines is open, and the error summary has a link to it.
  expect(bad.text).toMatch(/<a href="#draft-csv"[^>]*>Or paste the lines here</);
  expect(bad.text).toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>(?:(?!<\/summary>).)*CSV/);
  expect(bad.status).toBe(400);
  expect(bad.text).toContain("Line 2, firstPrice");
  const body = new FormData();
  const zones = (await superAdmin.ask(`${draft}/zones.csv`)).text.replace("Lagos,D", "Lagos,Z");
  body.set("intent", "csv");
  body.set("revision", "2");
  body.set("file", new File([zones], "zones.csv", { type: "text/csv" }));
  expect((await superAdmin.ask(draft, { body })).text).toContain("Row Lagos, column Abia");
  const [row] = await app.services.db
    .select()
    .from(priceLists)
    .where(eq(priceLists.id, draft.slice(14)));
  expect(row!.document).toMatchObject({ rates: { A: { standard: { firstKobo: 210_000 } } } });
  expect(row!.revision).toBe(2);
});

test("[PRICE-9] a draft says what it changes before it is published; one press goes back to the version before", async () => {
  const draft = await newDraft();
  await send(superAdmin, draft, {
    intent: "save",
    part: "vat",
    vatPercent: "10",
    vatFrom: SAMPLE_PRICES.vat.from,
  });
  const dialog = (await superAdmin.ask(`${draft}?publish=1`)).text;
  expect(dialog).toMatch(/\d+ prices rise by/);
  expect(dialog).toContain("compared with version 1, on Nov 22, 2026");
  const start = { version: "2", validFrom: "2026-11-21" };
  const sent = await send(superAdmin, `${draft}?publish=1`, { intent: "publish", ...start });
  expect(sent).toMatchObject({ status: 302, location: draft });
  const page = (await superAdmin.ask(draft)).text;
  const back =
    /href="(\/admin\/prices\/[\w-]+\?publish=1&amp;from=2026-11-21)"[^>]*>Go back to version 1</.exec(
      page,
    )?.[1];
  const again = async () => (await superAdmin.ask(back!.replace("&amp;", "&"))).text;
  expect(await again()).toContain("The prices of version 1 become version 3.");
  // The draft is compared with the active price list, which is cached until the database's notification.
  await expect.poll(again).toMatch(/\d+ prices fall by/);
  const former = back!.split("?")[0]!;
  const form = {
    idempotencyKey: crypto.randomUUID(),
    intent: "publish-again",
    version: "3",
    validFrom: "2026-11-21",
  };
  for (let times = 0; times < 2; times++)
    expect(await superAdmin.ask(former, { form })).toMatchObject({
      status: 302,
      location: "/admin/prices",
    });
  const late = { ...form, idempotencyKey: crypto.randomUUID() };
  expect((await superAdmin.ask(former, { form: late })).status).toBe(409);
  const rows = await app.services.db.select().from(priceLists).where(isNotNull(priceLists.version));
  const of = (version: number) => rows.find((one) => one.version === version)!;
  expect(rows).toHaveLength(3);
  expect(of(3)).toMatchObject({ basedOn: 1, validFrom: "2026-11-21", document: of(1).document });
  expect(of(1).id).not.toBe(of(3).id);
});

test("[PRICE-4] [STAFF-4] moderators and support see lists and change nothing; the attempt is logged", async () => {
  const draft = await newDraft();
  for (const role of ["moderator", "support"] as const) {
    const who = await app.admin(role);
    const page = await who.ask(draft);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("Publish as version");
    const forms: Record<string, string>[] = [
      { intent: "save", part: "vat", ...priceFormValues(SAMPLE_PRICES) },
      { intent: "publish", version: "2", validFrom: "2026-11-21" },
      { intent: "publish-again", version: "2", validFrom: "2026-11-21" },
      { intent: "delete" },
    ];
    for (const form of forms) expect((await send(who, draft, form)).status).toBe(403);
    expect((await who.ask("/admin/prices", { form: {} })).status).toBe(403);
  }
  const refused = await app.services.db.select().from(activityLogs).where(eq(activityLogs.action, "refused"));
  expect(refused).toHaveLength(10);
  expect((await app.visitor().ask(draft)).location).toContain("/admin/login");
});
