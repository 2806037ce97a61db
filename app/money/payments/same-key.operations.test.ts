/** Money forms that are sent several times at once with the same idempotency key, on a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { priceLists } from "../../platform/db/schema.ts";
import { savePart } from "../prices/change-draft.server.ts";
import { createDraft, listPriceLists, nextVersion } from "../prices/price-lists.server.ts";
import { priceFormValues } from "../prices/prices-form.ts";
import { publishDraft } from "../prices/publish-list.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { recordPayment } from "./payments.server.ts";
import { readMoney } from "./receipt.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff();
const KOBO = 500_000;

const price = (code: string, key: string) =>
  setPrice(services, moderator, { code, price: KOBO, note: "", seen: 0 }, key);
const cash = (code: string, key: string) =>
  recordPayment(services, moderator, { code, method: "cash", amount: KOBO, reference: "", note: "" }, key);

test("[PRICE-7] [PAY-1] a price or a payment that is sent twice at once with one key counts once and is answered the same", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  const [forPrice, forPayment] = [randomUUID(), randomUUID()];
  expect(await Promise.all([price(code, forPrice), price(code, forPrice)])).toEqual([
    { ok: true },
    { ok: true },
  ]);
  expect(await Promise.all([cash(code, forPayment), cash(code, forPayment)])).toEqual([
    { ok: true },
    { ok: true },
  ]);
  const { charges, payments } = await readMoney(db, id);
  expect([charges.length, payments.length]).toEqual([1, 1]);
});

test("[PAY-1] of two bookings that are paid at once under one key one is refused, and nothing is written on it", async () => {
  for (let round = 0; round < 5; round++) {
    const both = [await bookOne(opened), await bookOne(opened)];
    for (const { trackingCode } of both) await price(trackingCode, randomUUID());
    const key = randomUUID();
    const done = await Promise.all(both.map(({ trackingCode }) => cash(trackingCode, key)));
    const paid = await Promise.all(both.map(async ({ id }) => (await readMoney(db, id)).paidKobo > 0));
    expect(done.map(({ ok }) => ok)).toEqual(paid);
    expect(paid.filter(Boolean)).toHaveLength(1);
  }
});

test("[PRICE-3] [PRICE-4] a draft that is started, changed or published twice at once with one key is so once", async () => {
  const twice = <Out>(run: (key: string) => Promise<Out>) => {
    const key = randomUUID();
    return Promise.all([run(key), run(key)]);
  };
  const before = (await listPriceLists(db)).length;
  const [one, two] = await twice((key) => createDraft(services, superAdmin, {}, key));
  expect(two).toEqual(one);
  expect(await listPriceLists(db)).toHaveLength(before + 1);
  const id = one.ok ? one.id : "";
  await db.update(priceLists).set({ document: SAMPLE_PRICES }).where(eq(priceLists.id, id));
  const form = { ...priceFormValues(SAMPLE_PRICES), part: "A.standard", id, revision: "1" };
  const changed = await twice((key) => savePart(services, superAdmin, form, key));
  expect(changed).toEqual([{ ok: true }, { ok: true }]);
  const seen = { id, revision: 2, version: await nextVersion(db), validFrom: "2027-01-01" };
  expect(await twice((key) => publishDraft(services, superAdmin, seen, key))).toEqual([
    { ok: true },
    { ok: true },
  ]);
});
