/** Rules of money, weights, phones, places, redirects and cursors. */
import { describe, expect, test } from "vitest";
import "./phone.server.ts";
import {
  formatAmount,
  formatNaira,
  nairaNumber,
  parseNaira,
  parseOptionalNaira,
  plainNaira,
} from "./money.ts";
import { formatPhone, toE164 } from "./phone.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { recognisePlace } from "./recognise-place.ts";
import { isSamePlace, placeOf } from "./same-place.ts";
import { STATES } from "./states.ts";
import { parseWeight } from "./weight.ts";
import { whatsappLink } from "./whatsapp.ts";
import { readCursor, writeCursor } from "../platform/http/keyset.ts";

describe("naira", () => {
  test.each([
    ["12500", 1_250_000],
    ["12,500.50", 1_250_050],
    ["₦ 1 200", 120_000],
    [" 12500 ", 1_250_000],
    ["0", 0],
    ["0.5", 50],
    ["1,000,000,000", 100_000_000_000],
  ])("'%s' is %i kobo", (rawValues, kobo) => expect(parseNaira(rawValues)).toEqual({ ok: true, kobo }));
  test.each([
    "",
    "NaN",
    "-1",
    "1e309",
    "1,5",
    "1.234",
    "9223372036854775808",
    "1,000,000,001",
    "twelve",
    "5 N200",
  ])("'%s' is refused", (rawValues) => expect(parseNaira(rawValues).ok).toBe(false));
  test("is written with separators, and kobo only where there are some", () => {
    expect([-125_000, 0, 5, 1_250_000, 1_250_050, 100_000_000_000].map(formatNaira)).toEqual([
      "−₦1,250",
      "₦0",
      "₦0.05",
      "₦12,500",
      "₦12,500.50",
      "₦1,000,000,000",
    ]);
  });
  test("is written without separators in a form and in a spreadsheet", () => {
    expect([125_000, 125_050, 5].map(plainNaira)).toEqual(["1250", "1250.50", "0.05"]);
    expect([125_000, -125_050].map(nairaNumber)).toEqual([1250, -1250.5]);
  });
  test("is nothing where a field is left empty", () => {
    expect(parseOptionalNaira("  ")).toEqual({ ok: true, kobo: 0 });
    expect(parseOptionalNaira("5")).toEqual({ ok: true, kobo: 500 });
  });
  test("[ONLINE-3] another currency is written with its name", () => {
    expect(formatAmount(1_250_050, "NGN")).toBe("₦12,500.50");
    expect(formatAmount(12_050, "USD")).toBe("USD 120.50");
  });
});

describe("[BOOK-5] weights", () => {
  test.each([
    ["2.5", 2.5],
    ["2,5", 2.5],
    ["2.5kg", 2.5],
    [" 3 KG ", 3],
    ["0.001", 0.001],
  ])("'%s' is %f kg", (rawValues, kg) => expect(parseWeight(rawValues)).toEqual({ ok: true, kg }));
  test.each(["", "0", "0,0", "-1", "NaN", "Infinity", "1e3", "2.5555", "10001", "2 5", "heavy"])(
    "'%s' is refused",
    (rawValues) => expect(parseWeight(rawValues).ok).toBe(false),
  );
});

describe("[BOOK-6] phone numbers", () => {
  test.each([
    ["0803 123 4567", "+2348031234567"],
    ["08031234567", "+2348031234567"],
    ["+234 803 123 4567", "+2348031234567"],
    ["00234 803 123 4567", "+2348031234567"],
    ["2348031234567", "+2348031234567"],
    ["+44 20 7946 0958", "+442079460958"],
    ["0913 123 4567", "+2349131234567"],
    // Phone numbers as contact lists, chats, links and spreadsheets write them.
    ["+234 (0)803 123 4567", "+2348031234567"],
    ["009 234 803 123 4567", "+2348031234567"],
    ["Mobile: +234 803 123 4567", "+2348031234567"],
    ["GSM 08031234567", "+2348031234567"],
    ["Tel. no: 0803 123 4567", "+2348031234567"],
    ["08031234567 (MTN)", "+2348031234567"],
    ["0803 123 4567 - WhatsApp", "+2348031234567"],
    ["<+2348031234567>", "+2348031234567"],
    ["0803 123 4567,", "+2348031234567"],
    ["*08031234567*", "+2348031234567"],
    ["'+2348031234567", "+2348031234567"],
    ['="08031234567"', "+2348031234567"],
    ["https://wa.me/2348031234567", "+2348031234567"],
    ["O8O3 123 4567", "+2348031234567"],
    ["8.031234567E+9", "+2348031234567"],
    ["2348031234567.0", "+2348031234567"],
  ])("'%s' is %s", (rawValues, e164) => expect(toE164(rawValues)).toBe(e164));
  test.each([
    "",
    "123",
    "0803 123",
    "call me",
    "0803 123 4567 ext 5; drop",
    "+999 123456789",
    "08031234567890123",
    "08031234567/08051234567",
    "0803 123 4567, 0805 123 4567",
    "2.34803E+12",
    "Ada 0803 123 4567",
    "0803 123 4567 Ada",
    "OOOO OOO OOOO",
    "tel",
  ])("'%s' is none", (rawValues) => expect(toE164(rawValues)).toBeNull());
  test("is read back as people write it", () => expect(formatPhone("+2348031234567")).toBe("0803 123 4567"));
});

describe("[BOOK-7] the state and town in an address", () => {
  test.each([
    ["4 Allen Avenue, Ikeja, Lagos", { state: "Lagos", town: "Ikeja" }],
    ["12 Lagos Street, Kaduna", { state: "Kaduna", town: "Kaduna" }],
    ["Plot 7, Wuse 2, Abuja", { state: "FCT", town: "Abuja" }],
    ["Kwali, Abuja", { state: "FCT", town: "Kwali" }],
    ["Wudil, Kano", { state: "Kano", town: "Wudil" }],
    ["Fagge, Kano", { state: "Kano", town: "Kano" }],
    ["Lagos", { state: "Lagos", town: null }],
    ["GRA, Port-Harcourt", { state: "Rivers", town: "Port Harcourt" }],
    ["Ìbàdàn, near the cocoa house", { state: "Oyo", town: "Ibadan" }],
  ])("'%s' is %o", (address, place) => expect(recognisePlace(address)).toEqual({ kind: "read", ...place }));
  test("is none where none is written", () =>
    expect(recognisePlace("House 3, behind the market")).toEqual({ kind: "unknown" }));
  test("there are 37 of them", () => expect(STATES).toHaveLength(37));
});

describe("[BOOK-18] Same Day is within one place", () => {
  const place = (address: string, chosen = "") => placeOf(address, chosen)!;
  test.each([
    ["4 Allen Avenue, Ikeja, Lagos", "9 Ajose Adeogun, Victoria Island, Lagos", true],
    ["4 Allen Avenue, Ikeja, Lagos", "Epe, Lagos", false],
    ["Ring Road, Ibadan North", "Bodija, Ibadan", true],
    ["Calabar Municipal", "Calabar South", true],
    ["Ilorin West", "Offa, Kwara", false],
    ["Akoko North-East, Ondo", "Akoko South-West, Ondo", false],
    ["Wuse 2, Abuja", "Gwagwalada, FCT", false],
    ["4 Allen Avenue, Ikeja, Lagos", "12 Bompai Road, Kano", false],
    ["Lagos", "Imo", false],
    ["House 3, behind the market, Benue", "Gboko, Benue", true],
  ])("'%s' and '%s': %s", (from, to, same) => expect(isSamePlace(place(from), place(to))).toBe(same));
  test("a chosen state outweighs the address", () => {
    expect(place("Ikeja", "Kano")).toEqual({ state: "Kano", town: null });
    expect(place("Ikeja", "Lagos")).toEqual({ state: "Lagos", town: "Ikeja" });
    expect(place("Uyo, Calabar", "Cross River")).toEqual({ state: "Cross River", town: null });
    expect(placeOf("Uyo, Calabar", "")).toBeNull();
    expect(placeOf("behind the market", "")).toBeNull();
  });
});

describe("where to go next", () => {
  test.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil",
    "javascript:alert(1)",
    "https://evil.example",
    "",
    "/\t/evil.example",
    "/a/..//evil.example",
  ])("'%s' leads home", (target) => expect(safePath(target, "/home")).toMatch(/^\/(home$|(?![/\\]))/));
  test("a path of ours is kept with its query", () =>
    expect(safePath("/track?code=OD1#x", "/")).toBe("/track?code=OD1#x"));
});

describe("a chat link", () => {
  test.each(["a & b = c", "line\nbreak", "%0A&text=evil", "🎁 ọ̀nà ₦500", "#+?/"])(
    "'%s' arrives as it was written",
    (text) => {
      const url = new URL(whatsappLink("+234 803 123 4567", text));
      expect(url.pathname).toBe("/2348031234567");
      expect([...url.searchParams]).toEqual([["text", text]]);
    },
  );
  test("is never longer than a chat takes, and never ends inside a letter", () => {
    const text = new URL(whatsappLink("+2348031234567", "👩‍👩‍👧 ".repeat(500))).searchParams.get("text")!;
    expect(encodeURIComponent(text).length).toBeLessThanOrEqual(2000);
    expect("👩‍👩‍👧 ".repeat(500).startsWith(text)).toBe(true);
    expect(text.trimEnd().endsWith("👩‍👩‍👧")).toBe(true);
  });
});

test("a cursor is read as it was written, and nonsense is the first page", () => {
  const row = { createdAt: new Date("2026-11-21T10:00:00.123Z"), id: "0a000000-0000-4000-8000-000000000000" };
  expect(readCursor(writeCursor(row))).toEqual({ at: row.createdAt, id: row.id });
  for (const text of [
    null,
    "",
    "x_y",
    "2026-99-99T00:00:00Z_0a000000-0000-4000-8000-000000000000",
    "'; drop",
  ])
    expect(readCursor(text)).toBeNull();
});
