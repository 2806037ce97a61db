/** TELL-2: the texts of messages, with random content. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MESSAGE_KINDS, MESSAGE_WORDS, NEWS_KINDS } from "../../domain/receiver-messages.ts";
import { toGsmText } from "./gsm.ts";
import { filledText, parametersOf, smsText, TEMPLATES, type MessageFacts } from "./texts.ts";

const LINK = `https://app.onadelivery.com.ng/r/OD123456789NG.${"a1".repeat(16)}`;
const FACTS: MessageFacts = {
  company: { name: "Ona Delivery", shortName: "Ona" },
  from: "Chinonso",
  payKobo: 4_650_000,
  pin: "0417",
  link: LINK,
  day: "Tue 24 Nov",
  code: "481902",
};

const name = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 120 }),
  fc.constantFrom(
    "Olúwafẹ́mi Àkànní & Sons Provisions and General Merchandise Stores Nigeria Limited",
    "Ɗanlami Ƙofar Mata",
    "😀 Mama Put ₦ [Ibadan] {Bodija} | €~^",
  ),
);
const facts: fc.Arbitrary<MessageFacts> = fc.record({
  company: fc.record({
    name: fc.oneof(name, fc.constant("Kano Lagos Port Harcourt Express Courier")),
    shortName: fc.string({ unit: "grapheme", maxLength: 12 }),
  }),
  from: fc.option(name),
  payKobo: fc.option(fc.integer({ min: 0, max: 100_000_000_000 })),
  pin: fc.option(fc.stringMatching(/^\d{4}$/)),
  link: fc
    .integer({ min: 5, max: 63 })
    .map((length) => `https://${"a".repeat(length)}.com.ng/r/OD123456789NG.${"f".repeat(32)}`),
  day: fc.option(fc.constantFrom("Wed 30 Sep", "Tue 24 Nov")),
  code: fc.stringMatching(/^\d{6}$/),
});

/** Matches a text of at most 160 characters of GSM 03.38, none of which counts twice. */
const ONE_PART = /^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]{0,160}$/;

test("[TELL-2] every SMS is one part of GSM-7, whatever names, amounts and links it has", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MESSAGE_KINDS),
      fc.constantFrom(...MESSAGE_WORDS),
      facts,
      (kind, words, one) => {
        const text = smsText(kind, words, one);
        expect(text).toMatch(ONE_PART);
        if (kind === "code") expect(text).toContain(one.code);
        if (kind === "out_for_delivery" && one.pin) expect(text).toContain(`PIN ${one.pin}`);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each(MESSAGE_WORDS)(
  "[TELL-2] an SMS has amount, PIN and the whole link on an address of usual length: %s",
  (words) => {
    for (const kind of NEWS_KINDS) {
      const text = smsText(kind, words, FACTS);
      expect(text.startsWith("Ona Delivery: ")).toBe(true);
      expect(text.endsWith(LINK)).toBe(true);
    }
    const today = smsText("out_for_delivery", words, FACTS);
    expect(today).toContain("NGN 46,500");
    expect(today).toContain("PIN 0417");
    expect(smsText("code", words, FACTS)).toContain("481902");
  },
);

test("[TELL-2] letters lose their marks, and what has no letter is left out", () => {
  expect(toGsmText("Olúwafẹ́mi Ɗanlami’s ₦5,000 😀 [a|b]")).toBe("Oluwafemi Danlami's NGN 5,000 (a/b)");
});

test("[TELL-2] each template has as many places as parameters, and none of them breaks a line", () => {
  for (const kind of NEWS_KINDS) {
    const { text } = TEMPLATES[kind];
    const parameters = parametersOf(kind, { ...FACTS, from: "A\n\tB" });
    expect(new Set(text.match(/\{\{\d\}\}/g)).size).toBe(parameters.length);
    for (const one of parameters) expect(one).not.toMatch(/[\n\t]/);
    expect(filledText(text, parameters)).not.toContain("{{");
    expect(parameters.at(-1)).toBe(LINK);
  }
});
