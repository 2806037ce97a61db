/** PIECE-5: the data of a print of blank stickers. Lengths are in millimetres. */
import type { Barcode } from "../../ui/barcode.ts";

export type Sticker = { code: string; bars: Barcode };

export const STICKER_PAPERS = {
  roll: { name: "Roll, 60 × 40 mm each", page: [60, 40], label: [60, 40], perPage: 1 },
  a4: { name: "A4, 24 on a sheet", page: [210, 297], label: [70, 37], perPage: 24 },
} as const;
export type StickerPaper = keyof typeof STICKER_PAPERS;

export const MOST_STICKERS = 240;
const USUAL = 24;

/** Reads the page's URL. `count` is 0 if the URL has no number, and null if the number is invalid. */
export function askedStickers(params: URLSearchParams): {
  count: number | null;
  typed: string;
  paper: StickerPaper;
} {
  const paper = params.get("paper");
  const text = params.get("count")?.trim() ?? null;
  const typed = text ?? String(USUAL);
  const count = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  return {
    count: text === null ? 0 : count >= 1 && count <= MOST_STICKERS ? count : null,
    typed,
    paper: paper === "a4" ? "a4" : "roll",
  };
}
