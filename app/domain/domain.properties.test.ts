/** Properties of the small pure functions for every input, beside the examples in domain.test.ts. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import "./phone.server.ts";
import { normaliseTrackingCode, readableTrackingCode } from "./tracking-code.ts";
import { formatNaira, parseNaira, plainNaira } from "./money.ts";
import { formatPhone, toE164 } from "./phone.ts";
import { recognisePlace } from "./recognise-place.ts";
import { STATES } from "./states.ts";
import { parseWeight } from "./weight.ts";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
/** Random texts of these characters only, so that many of them are almost valid. */
const near = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 16 });
/** Digits with at most one point or comma among them, which are often a number. */
const almost = fc
  .tuple(fc.stringMatching(/^\d{1,6}$/), fc.constantFrom("", ".", ","), fc.stringMatching(/^\d{0,4}$/))
  .map((parts) => parts.join(""));

describe("weights", () => {
  test("are refused, or above 0 and finite with at most three decimals", () => {
    holds([fc.oneof(anyText, near("0123456789.,-+e kgKG"), almost, almost)], (text) => {
      const weight = parseWeight(text);
      if (!weight.ok) return false;
      expect(weight.kg).toBeGreaterThan(0);
      expect(weight.kg).toBeLessThanOrEqual(10_000);
      expect(Math.abs(weight.kg * 1000 - Math.round(weight.kg * 1000))).toBeLessThan(1e-6);
      return true;
    });
  });
  test("are read from grams up, with a point or a comma", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.constantFrom(".", ","), (grams, point) => {
        const text = `${Math.floor(grams / 1000)}${point}${String(grams % 1000).padStart(3, "0")} kg`;
        expect(parseWeight(text)).toEqual({ ok: true, kg: grams / 1000 });
      }),
    );
  });
});

describe("money", () => {
  const kobo = fc.integer({ min: 0, max: 100_000_000_000 });
  test("is read as it was written, in both ways of writing it", () => {
    fc.assert(
      fc.property(kobo, (amount) => {
        expect(parseNaira(formatNaira(amount))).toEqual({ ok: true, kobo: amount });
        expect(parseNaira(plainNaira(amount))).toEqual({ ok: true, kobo: amount });
      }),
    );
  });
  test("is whole kobo within bounds, or refused", () => {
    holds([fc.oneof(anyText, near("0123456789.,-+e ₦N"), almost, almost)], (text) => {
      const money = parseNaira(text);
      if (!money.ok) return false;
      expect(Number.isSafeInteger(money.kobo)).toBe(true);
      expect(money.kobo).toBeGreaterThanOrEqual(0);
      expect(money.kobo).toBeLessThanOrEqual(100_000_000_000);
      return true;
    });
  });
});

describe("phone numbers", () => {
  const mobile = fc
    .tuple(
      fc.constantFrom("803", "805", "810", "703", "706", "903", "913"),
      fc.integer({ min: 0, max: 9_999_999 }),
    )
    .map(([network, rest]) => `${network}${String(rest).padStart(7, "0")}`);
  /** A valid beginning, then random digits. Random digits alone would hardly ever be a valid phone number. */
  const begun = fc
    .tuple(
      fc.constantFrom("0803", "+234 703", "00234 (0) 913", "0810", "+44 20 7946 ", "+1 202-555-", "+233 24 "),
      fc.string({
        unit: fc.constantFrom(...Array.from("01234567890123456789 -")),
        minLength: 6,
        maxLength: 8,
      }),
    )
    .map((parts) => parts.join(""));
  test("are E.164 or null, whatever is typed", () => {
    holds(
      [fc.oneof(anyText, near("0123456789+ ()-"), begun, begun, begun, begun)],
      (text) => {
        const number = toE164(text);
        if (number !== null) expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
        return number !== null;
      },
      { numRuns: 300 },
    );
  });
  test("are the same number in every way of writing it, and read back from how they are shown", () => {
    fc.assert(
      fc.property(mobile, (digits) => {
        const number = `+234${digits}`;
        const ways = [
          `0${digits}`,
          `234${digits}`,
          `00234${digits}`,
          `+234 (0) ${digits}`,
          formatPhone(number),
        ];
        for (const way of ways) expect(toE164(way)).toBe(number);
      }),
    );
  });
  test("of any country are read back from how they are shown", () => {
    holds(
      [begun],
      (text) => {
        const number = toE164(text);
        if (number !== null) expect(toE164(formatPhone(number))).toBe(number);
        return number !== null;
      },
      { numRuns: 300 },
    );
  });
});

describe("places", () => {
  test("are a known state or none, whatever is written", () => {
    const words = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(...STATES, "Ikeja", "Surulere", "Obi", "Nasarawa", "12", "Road", ","),
      ),
      { maxLength: 6 },
    );
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          words.map((parts) => parts.join(" ")),
        ),
        (text) => {
          const reading = recognisePlace(text);
          seen.add(reading.kind);
          if (reading.kind === "read") expect(STATES).toContain(reading.state);
          if (reading.kind === "asks") expect(STATES).toEqual(expect.arrayContaining(reading.states));
        },
      ),
      { numRuns: 500 },
    );
    expect([...seen].toSorted()).toEqual(["asks", "read", "unknown"]);
  });
  test("are recognised by a state's name at the end of any street, in any case", () => {
    const street = fc.stringMatching(/^[0-9]{1,3} [xyz]{3,9} [xyz]{3,9}$/);
    fc.assert(
      fc.property(street, fc.constantFrom(...STATES), fc.boolean(), (line, state, upper) => {
        // Kano has a council that is also called Nasarawa, so the state is written 'Nasarawa State'.
        const named = state === "Nasarawa" ? "Nasarawa State" : state;
        const reading = recognisePlace(`${line}, ${upper ? named.toUpperCase() : named}`);
        expect(reading).toMatchObject({ kind: "read", state });
      }),
    );
  });
});

describe("tracking codes", () => {
  test("are normalised once and for all", () => {
    holds([fc.oneof(anyText, near("odngODNGıß0123456789 -_"))], (text) => {
      const code = normaliseTrackingCode(text);
      expect(normaliseTrackingCode(code)).toBe(code);
      return code !== text && code !== "";
    });
  });
  test("are found again from the form that is read aloud, in any case and with dashes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom(" ", "-", ""), (n, between) => {
        const code = `OD${String(n).padStart(8, "0")}NG`;
        const spoken = readableTrackingCode(code).replaceAll(" ", between);
        expect(normaliseTrackingCode(spoken.toLowerCase())).toBe(code);
      }),
    );
  });
});
