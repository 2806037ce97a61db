import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OTHER_SIGNS, UNSEEN } from "../../test/fixtures/spellings.ts";
import { plainSigns, plainText } from "./plain-text.ts";
import { toE164 } from "../domain/phone.ts";
import { parseNaira } from "../domain/money.ts";
import { parseWeight } from "../domain/weight.ts";

describe("text", () => {
  test.each(UNSEEN)("[TEXT-1] %s is understood", (_name, spell) => {
    for (const text of ["Ngọ́zi Ọlá", "12 Bode Thomas, Surulere", "o'Brien-Ade"])
      expect(plainText(spell(text))).toBe(text.normalize("NFC"));
  });

  test("[TEXT-1] joiners, selectors and flags stay inside a text", () => {
    for (const text of ["👩‍👧 mother", "❤️ red", "می‌خواهم", "क्‍ष", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Fair"])
      expect(plainText(text)).toBe(text);
    expect(plainText("\u200dNgozi\u200c")).toBe("Ngozi");
  });

  test("[TEXT-1] what shows nothing is empty", () => {
    for (const text of ["\u200b\u00a0", "\u3164", "\u2800", "\u200d", "\ufeff\r\n", "\ufe0f", "\u0000"])
      expect(plainText(text)).toBe("");
  });

  test("[TEXT-1] line ends are one sign, half an emoji is replaced", () => {
    expect(plainText("one\r\ntwo\rthree\u2028four")).toBe("one\ntwo\nthree\nfour");
    expect(plainText("a\ud83d b")).toBe("a\ufffd b");
  });

  test("[TEXT-1] [TEXT-2] what is plain stays as it is", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, (typed) => {
        expect(plainText(plainText(typed))).toBe(plainText(typed));
        expect(plainSigns(plainSigns(typed))).toBe(plainSigns(typed));
        expect(plainSigns(plainText(typed))).toBe(plainSigns(typed));
      }),
    );
  });
});

describe("signs", () => {
  test.each([...UNSEEN, ...OTHER_SIGNS])("[TEXT-2] %s is understood", (_name, spell) => {
    expect(toE164(spell("0803-123 4567"))).toBe("+2348031234567");
    expect(parseNaira(spell("12500.50"))).toEqual({ ok: true, kobo: 1_250_050 });
    expect(parseWeight(spell("2.5 kg"))).toEqual({ ok: true, kg: 2.5 });
    expect(plainSigns(spell("ngozi-o@example.com"))).toBe("ngozi-o@example.com");
  });

  test("[TEXT-2] digits of every script have their value", () => {
    const digits = Array.from({ length: 0x110000 }, (_, at) => at)
      .filter((at) => at < 0xd800 || at > 0xdfff)
      .map((at) => String.fromCodePoint(at))
      .filter((sign) => /\p{Nd}/u.test(sign));
    expect(digits.length).toBeGreaterThan(600);
    const values = digits.map(plainSigns);
    expect(values.map((value, n) => value === String(n % 10))).not.toContain(false);
  });

  test("[TEXT-2] a raised digit, a fraction and a number in a circle are no digits", () => {
    for (const weight of ["5²", "2½", "①"]) expect(parseWeight(weight).ok).toBe(false);
  });

  test("[TEXT-2] a comma keeps the meaning of its field", () => {
    expect(parseNaira("١٢٬٥٠٠")).toEqual({ ok: true, kobo: 1_250_000 });
    expect(parseNaira("2،5").ok).toBe(false);
    expect(parseWeight("٢،٥")).toEqual({ ok: true, kg: 2.5 });
  });

  test("[TEXT-2] every character is in its plain form at once", () => {
    const again: string[] = [];
    for (let point = 1; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const plain = plainSigns(`a${String.fromCodePoint(point)}1`);
      if (plainSigns(plain) !== plain) again.push(point.toString(16));
    }
    expect(again).toEqual([]);
  });
});
