/** An order in the dashboard of its store: its status and its delivery, and no access to the orders of other stores. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, orders, stores, products } from "../../app/platform/db/schema.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { makeOrder, makeProduct } from "../fixtures/stores.ts";
import { openTwoStores } from "../fixtures/two-stores.ts";

const { app, owner, stranger, storeId } = await closedAfterAll(openTwoStores());
const D = "/store/dashboard";

test("[ORDER-7] the address of an order is shown to its buyer and its store, and fills in the booking", async () => {
  const product = await makeProduct(app.services, storeId, { name: "Honey", priceKobo: 100_000 });
  const [store] = await app.services.db.select().from(stores).where(eq(stores.id, storeId));
  const placed = await app.visitor().ask(`/stores/${store!.slug}`, {
    form: {
      lines: `${product.id}.1.100000`,
      deliveryAddress: "7 Bompai Road, Kano",
      landmark: "the central mosque",
      buyerName: "Ada Obi",
      buyerPhone: "0803 123 4567",
      idempotencyKey: crypto.randomUUID(),
    },
  });
  const line = "7 Bompai Road, Kano, near the central mosque";
  expect((await app.visitor().ask(placed.location!)).text).toContain(line);
  const [order] = await app.services.db
    .select()
    .from(orders)
    .where(eq(orders.viewToken, placed.location!.split("/").at(-1)!));
  expect(order).toMatchObject({ deliveryState: "Kano", landmark: "the central mosque" });
  expect((await owner.ask(`${D}/orders?view=${order!.id}`)).text).toContain(line);
  const book = await owner.ask(`/book?order=${order!.id}`);
  expect(book.text).toContain(line);
  expect(book.text).toMatch(/<option value="Kano" selected="">/);
});

test("[OWNER-10] the orders of the list are a CSV file, which no spreadsheet runs", async () => {
  const product = await makeProduct(app.services, storeId, { name: "Yam", priceKobo: 90_050 });
  const lines = [{ product, quantity: 2 }];
  const order = await makeOrder(app.services, storeId, lines, { buyerName: "=cmd", deliveryAddress: "Kano" });
  const other = await makeOrder(app.services, storeId, lines, { status: "cancelled" });
  const [store] = await app.services.db.select().from(stores).where(eq(stores.id, storeId));
  const file = await owner.ask(`${D}/orders/export?status=new`);
  expect(file.headers.get("Content-Disposition")).toContain(`${store!.slug}-orders-`);
  const row = file.text.split("\r\n").find((text) => text.startsWith(order.code));
  expect(row).toContain("New,'=cmd,");
  expect(row).toContain("Kano,2 × Yam,1801,");
  expect(file.text).not.toContain(other.code);
  expect((await owner.ask(`${D}/orders/export`)).text).toContain(other.code);
});

test("[ORDER-5] an order is confirmed, turned into a delivery once, and shows its code and what to pay", async () => {
  await publishPrices(app);
  const product = await makeProduct(app.services, storeId, { name: "Palm oil", stockQuantity: 5 });
  const order = await makeOrder(app.services, storeId, [{ product, quantity: 2 }]);
  const list = await owner.ask(`${D}/orders?q=${order.code}`);
  expect(list.text).toContain(order.code);
  const moved = await owner.ask(`${D}/orders`, {
    form: { orderId: order.id, version: "1", status: "confirmed" },
  });
  expect(moved.toast).toMatchObject({
    title: "Status Updated",
    text: `Order ${order.code} is now Confirmed`,
  });
  expect(
    (await app.services.db.select().from(products).where(eq(products.id, product.id)))[0]!.stockQuantity,
  ).toBe(3);
  const again = await owner.ask(`${D}/orders`, {
    form: { orderId: order.id, version: "1", status: "cancelled" },
  });
  expect([again.status, again.text.includes("Someone else changed this order to Confirmed.")]).toEqual([
    409,
    true,
  ]);

  const book = await owner.ask(`/book?order=${order.id}`);
  for (const text of ["Mama Ngozi Kitchen", "2 × Palm oil", "Musa Bello", "0805 123 4567"])
    expect(book.text).toContain(text);
  const form = {
    order: order.id,
    senderName: "Mama Ngozi Kitchen",
    senderPhone: "0803 123 4567",
    senderEmail: "store@ona.test",
    senderAddress: "12 Allen Avenue, Ikeja, Lagos",
    receiverName: "Musa Bello",
    receiverPhone: "0805 123 4567",
    receiverAddress: "12 Bompai Road, Kano",
    packageDescription: "2 × Palm oil",
    packageWeight: "4",
    packageType: "Parcel",
    deliveryType: "standard",
  };
  // Forms from several windows have different keys, and still make only one delivery for the order.
  const answers = await Promise.all([1, 2, 3].map(() => owner.send("/book", form)));
  const [{ slug } = { slug: "" }] = await app.services.db.select().from(stores).where(eq(stores.id, storeId));
  for (const answer of answers) expect(answer.location).toBe(`${D}/orders?store=${slug}`);
  expect(answers[0]!.toast).toMatchObject({
    title: "Booking successful!",
    action: { label: "Print waybill" },
  });
  const rows = await app.services.db.select().from(bookings).where(eq(bookings.orderId, order.id));
  expect(rows).toHaveLength(1);
  const view = await owner.ask(`${D}/orders?view=${order.id}`);
  expect(view.text).toContain(rows[0]!.trackingCode);
  expect(view.text.replaceAll("<!-- -->", "")).toMatch(/To pay <[^>]+>₦[\d,]+</);
  expect(view.text).toContain(`/receipts/${rows[0]!.trackingCode}.`);
  expect((await owner.ask(`/book?order=${order.id}`)).location).toBe(`/track?code=${rows[0]!.trackingCode}`);

  const theirs = await stranger.ask(`/book?order=${order.id}`);
  expect(theirs.status).toBe(404);
  const other = await makeOrder(app.services, storeId, [{ product, quantity: 1 }]);
  for (const visitor of [stranger, app.visitor()])
    expect((await visitor.send("/book", { ...form, order: other.id })).status).toBe(404);
  expect(await app.services.db.select().from(bookings).where(eq(bookings.orderId, other.id))).toEqual([]);
});
