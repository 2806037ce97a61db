/**
 * API-7: the typefaces of printed labels. A character that the first typeface lacks is drawn from the next typeface
 * that has the character. The font's package states which characters each font file has.
 */
import latin from "@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?inline";
import latinBold from "@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff?inline";
import latinExt from "@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?inline";
import latinExtBold from "@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff?inline";
import vietnamese from "@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff?inline";
import vietnameseBold from "@fontsource/noto-sans/files/noto-sans-vietnamese-700-normal.woff?inline";
import ranges from "@fontsource/noto-sans/unicode.json";

export type Face = "latin" | "latin-ext" | "vietnamese";

const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(",") + 1), "base64");

export const FACES: readonly { face: Face; plain: Buffer; bold: Buffer }[] = [
  { face: "latin", plain: bytesOf(latin), bold: bytesOf(latinBold) },
  { face: "latin-ext", plain: bytesOf(latinExt), bold: bytesOf(latinExtBold) },
  { face: "vietnamese", plain: bytesOf(vietnamese), bold: bytesOf(vietnameseBold) },
];

const spans = FACES.map(({ face }) => ({
  face,
  spans: ranges[face].split(",").map((span) => {
    const [from = "", to = from] = span.slice(2).split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  }),
}));

/** Returns the first typeface that has a character; null if none has it. */
export function faceOf(sign: string): Face | null {
  const point = sign.codePointAt(0)!;
  return spans.find((one) => one.spans.some(([from, to]) => point >= from && point <= to))?.face ?? null;
}

/** Splits a text into parts that need one typeface each. A character that no typeface has becomes a question mark. */
export function runsOf(text: string): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = [];
  for (const sign of text.normalize("NFC")) {
    const face = faceOf(sign);
    const last = runs.at(-1);
    if (last && last.face === (face ?? "latin")) last.text += face ? sign : "?";
    else runs.push({ face: face ?? "latin", text: face ? sign : "?" });
  }
  return runs;
}
