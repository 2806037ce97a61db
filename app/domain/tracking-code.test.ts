import { describe, expect, test } from "vitest";
import { scannedTrackingCode, splitAtTrackingCodes, trackingCodesIn } from "./codes-in-text.ts";
import {
  drawTrackingCode,
  FIRST_LETTERS,
  fallbackTrackingCode,
  isTrackingCode,
  readableTrackingCode,
} from "./tracking-code.ts";

describe("a tracking code", () => {
  test("[TRACK-1] is OD, eight or nine digits, NG, or RX and a time stamp", () => {
    expect(drawTrackingCode(() => 42, FIRST_LETTERS)).toEqual({
      eight: "OD00000042NG",
      nine: "OD000000042NG",
    });
    const last = drawTrackingCode((below) => below - 1, FIRST_LETTERS);
    expect(last).toEqual({ eight: "OD99999999NG", nine: "OD999999999NG" });
    for (const code of Object.values(last)) expect(isTrackingCode(code)).toBe(true);
    expect(fallbackTrackingCode(new Date(1_795_310_001_000), () => 234)).toBe("RX1795310001234");
    expect(isTrackingCode("RX1795310001234")).toBe(true);
  });

  test.each([
    "",
    "OD4821097NG",
    "OD4821097315NG",
    "od48210973ng",
    "RX179531000123",
    "xOD48210973NG",
    "OD48210973NG\n",
  ])("%j is none", (text) => expect(isTrackingCode(text)).toBe(false));

  test("is shown in groups; the fallback as it is", () => {
    expect(readableTrackingCode("OD48210973NG")).toBe("OD 4821 0973 NG");
    expect(readableTrackingCode("OD482109735NG")).toBe("OD 482 109 735 NG");
    expect(readableTrackingCode("RX1795310001234")).toBe("RX1795310001234");
  });
});

describe("tracking codes in a scan", () => {
  test.each([
    ["OD48210973NG", "OD48210973NG"],
    [" od 4821-0973 ng\r\n", "OD48210973NG"],
    ["https://ona.example/track?code=OD48210973NG", "OD48210973NG"],
    ["https>&&ona.example&track_code)OD48210973NG", "OD48210973NG"],
    ["OD48210973NGOD48210973NG", "OD48210973NG"],
    ["od 482 109 735 ng", "OD482109735NG"],
    ["RX1795310001234", "RX1795310001234"],
  ])("%j is read as %s", (text, code) => expect(scannedTrackingCode(text)).toBe(code));

  test.each([
    "",
    "OD4821097NG",
    "OD4821097351NG",
    "5449000000996",
    "OD48210973NG OD11112222NG",
    "https://ona.example/track",
    "REF12345678 paid",
    "we have 12345678 in all",
  ])("%j is no code", (text) => expect(scannedTrackingCode(text)).toBeNull());

  test("a list holds each code once, in its order", () =>
    expect(trackingCodesIn("OD22223333NG, od11112222ng\nOD22223333NG; x")).toEqual([
      "OD22223333NG",
      "OD11112222NG",
    ]));
});

describe("[COMPANY-5] codes with letters of another company", () => {
  const letters = { codeBefore: "KX", codeAfter: "KD" };

  test("are drawn with them, and shown in groups", () => {
    const { eight, nine } = drawTrackingCode(() => 48_210_973, letters);
    expect([eight, nine]).toEqual(["KX48210973KD", "KX048210973KD"]);
    expect([eight, nine].every(isTrackingCode)).toBe(true);
    expect([eight, nine].map(readableTrackingCode)).toEqual(["KX 4821 0973 KD", "KX 048 210 973 KD"]);
  });

  test.each([
    ["KX48210973KD", "KX48210973KD"],
    ["kx48210973kd\r\n", "KX48210973KD"],
    ["KX 4821-0973 KD", "KX48210973KD"],
    ["https://kaduna.example/track?code=KX48210973KD", "KX48210973KD"],
    ["KX48210973KDKX48210973KD", "KX48210973KD"],
    ["KX 482 109 735 KD.", "KX482109735KD"],
  ])("%j is read as %s", (text, code) => expect(scannedTrackingCode(text)).toBe(code));
});

test("[STAFF-10] a text is cut at its codes, of both kinds", () => {
  expect(splitAtTrackingCodes("Where is od 4821-0973 ng? And RX1795310001234?")).toEqual([
    "Where is ",
    "od 4821-0973 ng",
    "? And ",
    "RX1795310001234",
    "?",
  ]);
  expect(splitAtTrackingCodes("Hello")).toEqual(["Hello"]);
});
