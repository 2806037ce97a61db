import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { MAX_PIECES } from "./custody.ts";
import {
  drawSticker,
  looksLikeSticker,
  pieceCode,
  pieceCodesIn,
  readPieceCode,
  readSticker,
  wholeCode,
} from "./piece-code.ts";
import { drawTrackingCode } from "./tracking-code.ts";

const below = (n: number) => Math.floor(Math.random() * n);

describe("[PIECE-2] the code of a piece", () => {
  test.each([
    ["OD48210973NG", "OD48210973NG", null],
    ["OD48210973NG-2", "OD48210973NG", 2],
    [" od 4821-0973 ng 2\r\n", "OD48210973NG", 2],
    ["OD48210973NG/50", "OD48210973NG", 50],
    ["OD48210973NG-02", "OD48210973NG", 2],
    ["OD48210973NG-2OD48210973NG-2", "OD48210973NG", 2],
    ["https://ona.example/track?code=OD48210973NG-3", "OD48210973NG", 3],
    ["https://ona.example/track?code=OD48210973NG&v=3", "OD48210973NG", null],
    ["od 482 109 735 ng-12", "OD482109735NG", 12],
    ["KX48210973KD-7", "KX48210973KD", 7],
    ["RX1795310001234-2", "RX1795310001234", 2],
    ["RX1795310001234", "RX1795310001234", null],
  ])("%j is read as %s and %s", (text, code, piece) => expect(readPieceCode(text)).toEqual({ code, piece }));

  test.each([
    "",
    "OD4821097NG-2",
    "OD48210973NG-0",
    "OD48210973NG-51",
    "OD48210973NG-222",
    "OD48210973NG-1 OD48210973NG-2",
    "OD48210973NG OD48210973NG-2",
    "OD48210973NG-1, OD11112222NG-1",
    "5449000000996",
    "PS-22222222A",
  ])("%j is no code of one piece", (text) => expect(readPieceCode(text)).toBeNull());

  test.each([
    ["OD48210973NG", "OD48210973NG"],
    ["od 4821-0973 ng - 2", "OD48210973NG"],
    ["OD48210973NG-02", "OD48210973NG"],
    ["RX1795310001234-2", "RX1795310001234"],
    ["my parcel OD48210973NG", null],
    ["OD48210973NG-2 please", null],
    ["OD48210973NG-51", null],
    ["", null],
  ])("%j as a whole is the code of %s", (text, code) => expect(wholeCode(text)).toBe(code));

  test("a list names bookings and pieces, each once", () =>
    expect(
      pieceCodesIn("OD22223333NG-2, od11112222ng\nOD22223333NG OD22223333NG-2; OD44445555NG 2 kg OD1-1"),
    ).toEqual([
      { code: "OD22223333NG", piece: 2 },
      { code: "OD11112222NG", piece: null },
      { code: "OD22223333NG", piece: null },
      { code: "OD44445555NG", piece: null },
    ]));

  test("is read back from every label, in any case and with other signs between", () =>
    fc.assert(
      fc.property(
        fc.nat(999_999_999),
        fc.integer({ min: 1, max: MAX_PIECES }),
        fc.constantFrom("-", " ", " - ", "/", "_"),
        fc.boolean(),
        (drawn, piece, sign, small) => {
          const { eight, nine } = drawTrackingCode(() => drawn, { codeBefore: "OD", codeAfter: "NG" });
          for (const code of [eight, nine]) {
            const text = pieceCode(code, piece, MAX_PIECES).replace("-", sign);
            expect(readPieceCode(small ? text.toLowerCase() : text)).toEqual({ code, piece });
            expect(readPieceCode(pieceCode(code, 1, 1))).toEqual({ code, piece: null });
          }
        },
      ),
    ));
});

describe("[PIECE-3] the code of a sticker", () => {
  test("is read as it is drawn, in any case and with spaces", () => {
    for (let n = 0; n < 200; n++) {
      const sticker = drawSticker(below);
      expect(sticker).toMatch(/^PS-[2-9A-HJKMNP-Z]{9}$/);
      const typed = ` ${sticker
        .toLowerCase()
        .replace("-", " ")
        .replace(/(.{6})/, "$1 ")}\n`;
      expect(readSticker(typed)).toBe(sticker);
      expect(readPieceCode(sticker)).toBeNull();
    }
  });

  test("with a wrong character, or with two that changed places, is none", () => {
    const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    for (let n = 0; n < 100; n++) {
      const sticker = drawSticker(below);
      const place = 3 + below(9);
      for (const letter of letters)
        if (letter !== sticker[place])
          expect(readSticker(sticker.slice(0, place) + letter + sticker.slice(place + 1))).toBeNull();
      const at = 3 + below(7);
      const swapped = sticker.split("");
      [swapped[at], swapped[at + 1]] = [swapped[at + 1] ?? "", swapped[at] ?? ""];
      if (swapped.join("") !== sticker) expect(readSticker(swapped.join(""))).toBeNull();
    }
  });

  test.each(["PS-2222", "ps 12345678 9", "PS-"])("%j looks like one, and is none", (text) => {
    expect(readSticker(text)).toBeNull();
    expect(looksLikeSticker(text)).toBe(true);
  });

  test.each(["OD48210973NG-2", "PS48210973NG", "psalm", ""])("%j does not look like one", (text) => {
    expect(looksLikeSticker(text)).toBe(false);
  });
});
