import { describe, expect, test } from "vitest";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { ORDER_STATUSES } from "../../domain/order-status.ts";
import { LONGEST_ENCODED, orderChat, orderText } from "./order-text.ts";
import { deliverTo } from "../../domain/order-destination.ts";
import { drawOrderCode, readAskedLines, writeAskedLines } from "./order.ts";

const page = "https://ona.example/orders/AbCdEfGhIjKlMnOpQrStUv";
const order = (
  lines: { name: string; quantity: number; unitPriceKobo: number }[],
  storeName = "Mama Ngozi Kitchen",
) => ({
  storeName,
  code: "ON-7K4M9",
  lines,
  totalKobo: lines.reduce((sum, line) => sum + line.quantity * line.unitPriceKobo, 0),
  page,
});
const decoded = (link: string) => new URL(link).searchParams.get("text");

describe("the text of an order", () => {
  test("of one line names it, the total and the code", () => {
    expect(orderText(order([{ name: "Smoky Party Jollof", quantity: 2, unitPriceKobo: 350_000 }]))).toBe(
      [
        "Hello Mama Ngozi Kitchen, I would like to order:",
        "",
        "Smoky Party Jollof x 2 (₦7,000)",
        "",
        "Total: ₦7,000",
        "Order code: ON-7K4M9",
        page,
      ].join("\n"),
    );
  });

  test("[ORDER-1] arrives in the chat to the letter, ampersands, percent signs and emoji included", () => {
    const text = orderText(
      order([{ name: "Rice & beans 100% &text=x %0A 🍛👩🏾‍🍳 #1?", quantity: 1, unitPriceKobo: 99 }]),
    );
    expect(decoded(whatsappLink("+2348031234567", text))).toBe(text);
    expect(text).toContain("🍛👩🏾‍🍳 #1? x 1 (₦0.99)");
  });

  test.each([
    ["plain words", "Instant noodles, carton of forty packs, chicken flavour"],
    ["emoji", "🍛👩🏾‍🍳🇳🇬".repeat(12)],
    ["letters with marks", "Ọ̀ṣọ́ ẹ̀wà àgọ̀yìn ".repeat(5)],
  ])("of 40 lines of %s fits, and points to the page for the rest", (_, name) => {
    const lines = Array.from({ length: 40 }, (_one, index) => ({
      name: `${index + 1} ${name}`,
      quantity: 3,
      unitPriceKobo: 123_450,
    }));
    const text = orderText(order(lines, name));
    expect(encodeURIComponent(text).length).toBeLessThanOrEqual(LONGEST_ENCODED);
    expect(decoded(whatsappLink("+2348031234567", text))).toBe(text);
    expect(text).toContain("Total: ₦148,140");
    expect(text.endsWith(`Order code: ON-7K4M9\n${page}`)).toBe(true);
    expect(text).toMatch(/… and \d+ more on the order's page/);
    expect(text).toContain("x 3 (₦3,703.50)");
    expect(text.isWellFormed()).toBe(true);
  });

  test("keeps a name on its line", () => {
    expect(orderText(order([{ name: "Rice\nTotal: ₦1", quantity: 1, unitPriceKobo: 100 }]))).toContain(
      "Rice Total: ₦1 x 1 (₦1)",
    );
  });
});

test("[ORDER-6] only a new order is sent to the store; about a later one the buyer asks", () => {
  const one = order([{ name: "Rice", quantity: 1, unitPriceKobo: 100 }]);
  expect(orderChat("new", one)).toEqual({ label: "Send it on WhatsApp", text: orderText(one) });
  for (const status of ORDER_STATUSES.filter((other) => other !== "new"))
    expect(orderChat(status, one), status).toEqual({
      label: "Ask on WhatsApp",
      text: `Hello Mama Ngozi Kitchen, I have a question about my order ON-7K4M9.\n${page}`,
    });
});

describe("[ORDER-7] where an order goes", () => {
  const to = { deliveryAddress: "12 Bompai Road", deliveryState: "Kano", landmark: "the mosque" };
  test("is one line, with the state once and the landmark last", () => {
    expect(deliverTo(to)).toBe("12 Bompai Road, Kano, near the mosque");
    expect(deliverTo({ ...to, deliveryAddress: "12 Bompai Road, Kano", landmark: null })).toBe(
      "12 Bompai Road, Kano",
    );
    expect(deliverTo({ ...to, landmark: "Opposite the mosque" })).toBe(
      "12 Bompai Road, Kano, Opposite the mosque",
    );
    expect(deliverTo({ ...to, deliveryAddress: null })).toBeNull();
  });
  test("is in the chat, and cut where it is long", () => {
    const one = order([{ name: "Rice", quantity: 1, unitPriceKobo: 100 }]);
    expect(orderText({ ...one, deliverTo: deliverTo(to) })).toContain(
      "\nDeliver to: 12 Bompai Road, Kano, near the mosque\nOrder code:",
    );
    expect(orderText({ ...one, deliverTo: "x".repeat(400) })).toContain(`Deliver to: ${"x".repeat(159)}…`);
    expect(orderText(one)).not.toContain("Deliver to");
  });
});

describe("lines in the form", () => {
  const id = "0df17dec-3518-408b-9eae-e2a6371b26e4";
  test("come back as they were written; a product named twice is one line", () => {
    const lines = [{ productId: id, quantity: 2, priceKobo: 350_000 }];
    expect(readAskedLines(writeAskedLines(lines))).toEqual(lines);
    expect(readAskedLines(`${id}.2.100,${id}.3.100`)).toEqual([
      { productId: id, quantity: 5, priceKobo: 100 },
    ]);
  });
  test.each([`${id}.0.100`, `${id}.-1.100`, `${id}.1.5e3`, `${id}.1000.1`, `${id}.1.NaN`, "x", `${id}.1`])(
    "%s is refused",
    (text) => expect(readAskedLines(text)).toBeNull(),
  );
});

test("an order code has no characters that are read as others", () => {
  let at = 0;
  const codes = Array.from({ length: 50 }, () => drawOrderCode((below) => (at += 7) % below));
  for (const code of codes) expect(code).toMatch(/^ON-[34679ACDEFGHJKMNPQRTUVWXY]{5}$/);
});
