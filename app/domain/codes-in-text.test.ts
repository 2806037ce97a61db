import { describe, expect, test } from "vitest";
import { codesWrittenIn, scannedTrackingCode, trackingCodesIn, whichCode } from "./codes-in-text.ts";
import { pieceReadings, readPieceCode } from "./piece-code.ts";

describe("[TEXT-4] a code in a text", () => {
  test.each([
    "Your code is OD48210973NG.",
    "https://ona.example/track?code=OD48210973NG",
    "https://ona.example/track?code=OD%204821%200973%20NG",
    "see ona.example/track?code=od48210973ng&language=ha, thanks",
    "Hello, od 4821-0973 ng please",
    "OD4821O973NG",
    "0D482L0973NG",
    "OD‑4821‑0973‑NG",
    "\u202aOD48210973NG\u202c",
    "ОD48210973NG".replace("О", "O"),
    "OD48210973",
    "it is 48210973NG, Lagos",
    "OD48210973 LAGOS",
    "ＯＤ４８２１０９７３ＮＧ",
    "OD٤٨٢١٠٩٧٣NG",
  ])("'%s' is read", (text) => expect(trackingCodesIn(text)).toEqual(["OD48210973NG"]));

  test.each(["", "GOOD 12345678", "OD OIL LOIL LONG", "0803 123 4567", "OD4821097NG", "REF12345678NGA"])(
    "'%s' has none",
    (text) => expect(trackingCodesIn(text)).toEqual([]),
  );

  test("two readings of one code are both offered", () => {
    const both = ["OD482109735NG", "OD48210973NG"];
    expect(trackingCodesIn("OD48210973 5 boxes")).toEqual(both);
    expect(trackingCodesIn("send 4 48210973 NG")).toEqual(["OD448210973NG", "OD48210973NG"]);
    expect(scannedTrackingCode("OD48210973 5 boxes")).toBeNull();
    expect(pieceReadings("OD48210973 5 boxes").map(({ code }) => code)).toEqual(both);
    expect(readPieceCode("OD48210973 5 boxes")).toBeNull();
    expect(whichCode("OD48210973 5 boxes")).toContain("OD 482 109 735 NG or OD 4821 0973 NG");
    expect(whichCode("OD48210973NG")).toBeNull();
  });

  test("has its place in the text", () =>
    expect(codesWrittenIn("a OD48210973NG b RX1795310001234")).toEqual([
      { at: 2, text: "OD48210973NG", codes: ["OD48210973NG"] },
      { at: 17, text: "RX1795310001234", codes: ["RX1795310001234"] },
    ]));
});
