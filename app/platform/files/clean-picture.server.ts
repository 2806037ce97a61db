/** PICTURE-1: turns an upload into two clean WebP pictures, or returns why it is refused. */
import sharp, { type Sharp } from "sharp";
import { fairQueue } from "./fair-queue.ts";
import { MAX_PICTURE_BYTES } from "./picture-url.ts";

const MAX_PIXELS = 25_000_000;
/** Only these decoders are enabled, whatever the bytes claim to be: no SVG, no PDF, no ImageMagick. */
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
// A picture of 25 megapixels takes 100 MB while it is decoded: one at a time, and no cache.
sharp.cache(false);
/** Pictures are decoded one at a time, stores in turn: no store delays another by more than one picture. */
export const inPictureQueue = fairQueue();

export type CleanPicture = { large: Buffer; small: Buffer; width: number; height: number };
type Cleaned = { ok: true; picture: CleanPicture } | { ok: false; error: string };

const NO_PICTURE = "Choose a photo: JPEG, PNG, WebP, GIF or AVIF.";
const BROKEN = "This photo cannot be read. Save it again as JPEG or PNG, or choose another.";

/**
 * At most 5 MB and 25 megapixels; only JPEG, PNG, WebP, GIF and AVIF by their first bytes. The dimensions are checked
 * in the header before anything is decoded. The result is upright, at most 960 and 480 px wide, without metadata (GPS
 * included). `storeId` is the party in the queue.
 */
export async function cleanPicture(bytes: Uint8Array, storeId: string): Promise<Cleaned> {
  if (bytes.length === 0) return { ok: false, error: NO_PICTURE };
  if (bytes.length > MAX_PICTURE_BYTES)
    return { ok: false, error: "This photo is over 5 MB. Choose a smaller one." };
  const kind = pictureKind(bytes);
  if (!kind) return { ok: false, error: NO_PICTURE };
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true });
  try {
    const { format, width, height } = await open().metadata();
    if ((format === "heif" ? "avif" : format) !== kind) return { ok: false, error: NO_PICTURE };
    if (width * height > MAX_PIXELS)
      return { ok: false, error: "This photo has more than 25 megapixels. Choose a smaller one." };
    return { ok: true, picture: await inPictureQueue(storeId, () => resize(open())) };
  } catch (problem) {
    const large = problem instanceof Error && /pixel limit/.test(problem.message);
    return {
      ok: false,
      error: large ? "This photo has more than 25 megapixels. Choose a smaller one." : BROKEN,
    };
  }
}

async function resize(picture: Sharp): Promise<CleanPicture> {
  const { data: large, info } = await picture
    .autoOrient()
    .resize({ width: 960, height: 960, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: 10 })
    .toBuffer({ resolveWithObject: true });
  const small = await sharp(large)
    .resize({ width: 480, height: 480, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 76 })
    .toBuffer();
  return { large, small, width: info.width, height: info.height };
}

/** The file type by the first bytes; null for anything but the five. */
export function pictureKind(bytes: Uint8Array): "jpeg" | "png" | "gif" | "webp" | "avif" | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64));
  const at = (from: number, to: number) => head.toString("latin1", from, to);
  if (at(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (at(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (at(0, 6) === "GIF87a" || at(0, 6) === "GIF89a") return "gif";
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") return "webp";
  if (at(4, 8) === "ftyp" && /avi[fs]/.test(at(8, 64))) return "avif";
  return null;
}
