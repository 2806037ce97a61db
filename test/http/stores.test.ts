import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { bookings, orders, products } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { makeProduct, makeStore } from "../fixtures/stores.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { mailOf } from "../fixtures/people.ts";

const BUYER = { buyerName: "Ada Obi", buyerPhone: "0803 123 4567" };
const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

describe("the directory", () => {
  test("[STORE-1] finds by name, description and category, literally, and pages by keyset", async () => {
    await makeStore(app.services, null, { businessName: "Zuma 100%_off", description: "Rock & roll" });
    const guest = app.visitor();
    const names = async (query: string) =>
      [...(await guest.ask(`/stores?${query}`)).text.matchAll(/View Store: ([^"]+)/g)].map(
        (found) => found[1],
      );
    expect(await names("q=100%25_OFF")).toEqual(["Zuma 100%_off"]);
    expect(await names("q=zuma%25roll")).toEqual([]);
    expect((await guest.ask("/stores?q=nothing-like-it")).text).toContain("No stores found");
    for (let i = 0; i < 30; i++)
      await makeStore(app.services, null, { businessName: `Cloth ${i}`, category: "Clothing" });
    const first = await guest.ask("/stores?category=Clothing");
    const older = /href="(\/stores\?[^"]*older=[^"]+)"/.exec(first.text)![1]!.replaceAll("&amp;", "&");
    const second = await guest.ask(older);
    const seen = [first, second].flatMap(({ text }) =>
      [...text.matchAll(/View Store: (Cloth \d+)/g)].map((found) => found[1]),
    );
    expect(new Set(seen).size).toBe(30);
    expect(seen).toHaveLength(30);
  });
});

describe("a store's page", () => {
  test("[STORE-3] is at its readable address; its id leads there for good; anything else is not found", async () => {
    const store = await makeStore(app.services, null, {
      slug: "readable",
      createdAt: new Date(app.clock.now().getTime() + 1000), // The newest event stands first.
      businessName: "Readable <b>Store</b>",
    });
    const guest = app.visitor();
    expect((await guest.ask("/")).text, "[HOME-1] nothing to sell yet").not.toContain("/stores/readable");
    await makeProduct(app.services, store.id, { category: "Rice", priceKobo: 350_000 });
    await expect.poll(async () => (await guest.ask("/")).text).toContain("/stores/readable");
    const page = await guest.ask("/stores/readable");
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<b>Store");
    expect(page.text).toContain("₦3,500");
    expect(page.text).toContain("Your selection is empty. Add products to get started.");
    expect((await guest.ask("/stores/readable?q=nothing")).text).toContain("No products found");
    const byId = await guest.ask(`/stores/${store.id}`);
    expect([byId.status, byId.location]).toEqual([301, "/stores/readable"]);
    for (const path of [
      "/stores/nobody",
      `/stores/${crypto.randomUUID()}`,
      "/stores/%00",
      "/stores/readable%00",
    ])
      expect((await guest.ask(path)).status, path).toBe(404);
    for (const query of ["category=%00", "q=%00", "older=x", "sel=x", "add=x", "category=%ED%A0%80"])
      expect((await guest.ask(`/stores/readable?${query}`)).status, query).toBeLessThan(400);
  });
});

describe("what chats show beside a store's link", () => {
  const photo = () =>
    sharp({ create: { width: 960, height: 640, channels: 3, background: "#c60" } })
      .webp()
      .toBuffer();
  const imageOf = async (path: string) =>
    /property="og:image" content="([^"]+)"/.exec((await app.visitor().ask(path)).text)![1]!;

  test("[STORE-4] is its own picture on our ground, as large as chats want it and small enough for them", async () => {
    const imageKey = `${crypto.randomUUID()}.webp`;
    await app.services.files.put(imageKey, await photo(), "image/webp");
    const store = await makeStore(app.services, null, {
      slug: "shown",
      businessName: "Shown Store",
      imageKey,
    });
    const image = await imageOf("/stores/shown");
    expect(image).toBe(`${app.services.origin}/pictures/${imageKey.replace(".webp", "-share.jpg")}`);
    const product = await makeProduct(app.services, store.id);
    expect(await imageOf(`/stores/shown?product=${product.id}`), "a product without a picture").toBe(image);
    const share = imageKey.replace(".webp", "-share.jpg");
    for (const _time of ["made", "kept"]) {
      const reply = await app.visitor().ask(`/pictures/${share}`);
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    }
    const bytes = Buffer.from((await app.services.files.get(share))!);
    expect(bytes.length).toBeLessThan(300_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  test("[STORE-4] is a product's picture where the store has none, and the company's where nothing has", async () => {
    const store = await makeStore(app.services, null, {
      slug: "bare",
      description: `Yams ${"and more ".repeat(60)}`,
    });
    expect(await imageOf("/stores/bare")).toBe(`${app.services.origin}/share.jpg`);
    const imageKey = `${crypto.randomUUID()}.webp`;
    await makeProduct(app.services, store.id, { imageKey });
    expect(await imageOf("/stores/bare")).toContain(imageKey.replace(".webp", "-share.jpg"));
    const { text } = await app.visitor().ask("/stores/bare");
    expect(/property="og:title" content="([^"]+)"/.exec(text)![1]).toContain(store.businessName);
    expect(/property="og:description" content="([^"]+)"/.exec(text)![1]!.length).toBeLessThanOrEqual(201);
  });

  test("of a picture that is not there is not found", async () => {
    const missing = `/pictures/${crypto.randomUUID()}-share.jpg`;
    expect((await app.visitor().ask(missing)).status).toBe(404);
  });
});

describe("an order without JavaScript", () => {
  test("[ORDER-1] [ORDER-6] goes from 'Add to Cart' to the chat and the order's page", async () => {
    const store = await makeStore(app.services, null, {
      slug: "order-here",
      businessName: "Order Here",
      phone: "+2348039998877",
    });
    const jollof = await makeProduct(app.services, store.id, { name: "Jollof & more", priceKobo: 350_000 });
    const guest = app.visitor();
    const added = await guest.ask(`/stores/order-here?add=${jollof.id}`);
    expect(added.status).toBe(302);
    const twice = await guest.ask(`${added.location!.split("#")[0]!}&add=${jollof.id}`);
    const page = (await guest.ask(twice.location!.split("#")[0]!)).text;
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!;
    expect(field("lines")).toBe(`${jollof.id}.2.350000`);
    const form = {
      lines: field("lines"),
      idempotencyKey: field("idempotencyKey"),
      ...BUYER,
      store_id: crypto.randomUUID(),
      status: "completed",
    };
    const [placed, again] = [
      await guest.ask("/stores/order-here", { form }),
      await guest.ask("/stores/order-here", { form }),
    ];
    expect(placed.status).toBe(302);
    expect(again.location).toBe(placed.location);
    const rows = await app.services.db.select().from(orders).where(eq(orders.storeId, store.id));
    expect(rows).toMatchObject([{ totalKobo: 700_000, status: "new" }]);
    const chat = new URL((placed.toast!["action"] as { href: string }).href);
    expect(chat.origin + chat.pathname).toBe("https://wa.me/2348039998877");
    expect(chat.searchParams.get("text")).toContain("Jollof & more x 2 (₦7,000)");
    expect(chat.searchParams.get("text")).toContain(rows[0]!.code);

    const order = await guest.ask(placed.location!);
    expect(order.status).toBe(200);
    expect(order.text).toContain(rows[0]!.code);
    expect(order.text).not.toContain(rows[0]!.id);
    expect(order.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(order.headers.get("X-Robots-Tag")).toContain("noindex");
    expect((await guest.ask(`${placed.location}/chat`)).location).toBe(chat.href);
    expect((await guest.ask(`/live/order/${rows[0]!.viewToken}`)).headers.get("Content-Type")).toContain(
      "event-stream",
    );
    const delivery = await bookOne(app);
    await app.services.db.update(bookings).set({ orderId: rows[0]!.id }).where(eq(bookings.id, delivery.id));
    expect((await guest.ask(placed.location!)).text).toContain(`/track?code=${delivery.trackingCode}`);

    const mail = await mailOf(app, "order_received");
    expect(mail).toMatchObject({ toAddress: store.email });
    expect(mail.text).toContain("2 x Jollof & more: ₦7,000");
  });
});

describe("an order without JavaScript that is not stored, or is large", () => {
  test("[ORDER-2] whose price changed shows the change, keeps what was typed, and stores nothing", async () => {
    const store = await makeStore(app.services, null, { slug: "changing" });
    const product = await makeProduct(app.services, store.id, { name: "Jollof", priceKobo: 350_000 });
    const other = await makeProduct(app.services, (await makeStore(app.services, null)).id, {
      name: "Foreign",
      priceKobo: 350_000,
    });
    const guest = app.visitor();
    const key = crypto.randomUUID();
    await app.services.db.update(products).set({ priceKobo: 380_000 }).where(eq(products.id, product.id));
    const form = {
      lines: `${product.id}.1.350000,${other.id}.1.350000`,
      idempotencyKey: key,
      ...BUYER,
    };
    const answer = await guest.ask("/stores/changing", { form });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("Jollof now costs ₦3,800 instead of ₦3,500.");
    expect(answer.text).toContain("A product is no longer available.");
    expect(answer.text).not.toContain("Foreign");
    expect(answer.text).toContain("Ada Obi");
    expect(answer.text).toContain(`value="${product.id}.1.380000"`);
    expect(await app.services.db.select().from(orders).where(eq(orders.storeId, store.id))).toHaveLength(0);
    expect(
      (await guest.ask("/stores/changing", { form: { ...form, lines: `${product.id}.1.380000` } })).status,
    ).toBe(302);
  });

  test.each(["", "x", "1.2.3"])("with lines '%s' is refused with a sentence", async (lines) => {
    await makeStore(app.services, null, { slug: `bad-${lines.length}` });
    const answer = await app
      .visitor()
      .ask(`/stores/bad-${lines.length}`, { form: { ...BUYER, lines, idempotencyKey: crypto.randomUUID() } });
    expect(answer.status).toBe(400);
  });

  test("of sixty products still fits its cookie", async () => {
    const store = await makeStore(app.services, null, { slug: "long" });
    const rows = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        makeProduct(app.services, store.id, {
          name: `A product with quite a long name ${i}`,
          priceKobo: 350_000,
        }),
      ),
    );
    const placed = await app.visitor().ask("/stores/long", {
      form: {
        ...BUYER,
        lines: rows.map((row) => `${row.id}.1.350000`).join(","),
        idempotencyKey: crypto.randomUUID(),
      },
    });
    expect(placed.status).toBe(302);
    expect(Math.max(...placed.headers.getSetCookie().map((cookie) => cookie.length))).toBeLessThan(4000);
    expect(placed.toast!["open"]).toBe(`${placed.location}/chat`);
  });
});
