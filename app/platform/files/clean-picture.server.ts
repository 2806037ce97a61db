/**
 * PICTURE-1: converts an upload into three clean WebP pictures of different sizes, or returns why the upload is
 * refused.
 */
import sharp, { type Sharp } from "sharp";
import { fairQueue, QueueFull } from "./fair-queue.ts";
import { MAX_PICTURE_BYTES } from "./picture-url.ts";

const MAX_PIXELS = 25_000_000;
/**
 * The most pixels of a side. Decoding time depends more on the number of rows than on the number of pixels: a picture
 * of 1 x 24,000,000 takes 40 times as long as one of 5,000 x 5,000.
 */
const MAX_SIDE = 8_000;
/**
 * The largest ratio of the longer side to the shorter side. In longer and narrower pictures, nobody recognises a
 * product at a width of 960 px.
 */
const MAX_ASPECT = 20;
/** The time limit for decoding. The slowest picture within the limits, an AVIF of 25 megapixels, takes 1 s. */
export const DECODE_SECONDS = 4;
/** sharp decodes only the formats below. PDF and ImageMagick's formats are excluded. */
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
    // SVG is allowed only for this product's own drawings (company/brand-pictures.server.tsx). An uploaded SVG is
    // recognised by its first bytes and refused.
    "VipsForeignLoadSvgBuffer",
  ],
});
// sharp's cache is off, because a picture of 25 megapixels takes 100 MB of memory.
sharp.cache(false);
/**
 * The queue of pictures to decode. One picture is decoded at a time, because each may take 100 MB of memory. The queue
 * serves the uploaders in turn. Waiting pictures take at most half of the requests that a process handles at once
 * (server/http/admission.ts). A picture waits for less time than an upload's deadline (server/http/deadline.ts).
 */
export const inPictureQueue = fairQueue({ ofOne: 3, ofAll: 8 });

export type CleanPicture = { large: Buffer; small: Buffer; forLists: Buffer; width: number; height: number };
/** `busy` means that the picture was refused because the queue is full. */
export type Cleaned<Picture> = { ok: true; picture: Picture } | { ok: false; error: string; busy?: true };

const NO_PICTURE = "Choose a photo: JPEG, PNG, WebP, GIF or AVIF.";
const BROKEN = "This photo cannot be read. Save it again as JPEG or PNG, or choose another.";
const TOO_SLOW = "This photo takes too long to read. Save it again as JPEG, or choose another.";
export const TOO_MANY = "You sent too many photos in a short time.";
const TOO_MANY_PIXELS = "This photo has more than 25 megapixels. Choose a smaller one.";

/**
 * Cleans a picture. Accepts JPEG, PNG, WebP, GIF and AVIF (recognised by their first bytes) of at most 5 MB, 25
 * megapixels and 8,000 pixels a side, with sides in a ratio of at most 20 to 1. The dimensions are read from the
 * file's header before decoding. The three cleaned pictures are upright, have at most 960, 480 and 320 px a side, and
 * have no metadata (such as GPS). `account` is the uploader: the queue serves uploaders in turn. If the queue is
 * full, the picture is refused as `busy`.
 */
export const cleanPicture = (bytes: Uint8Array, account: string): Promise<Cleaned<CleanPicture>> =>
  cleanAs(bytes, account, resize);

/**
 * Checks a picture as `cleanPicture` does and waits in the same queue. Returns what `make` creates from the checked
 * picture.
 */
export async function cleanAs<Picture>(
  bytes: Uint8Array,
  account: string,
  make: (picture: Sharp) => Promise<Picture>,
): Promise<Cleaned<Picture>> {
  if (bytes.length === 0) return { ok: false, error: NO_PICTURE };
  if (bytes.length > MAX_PICTURE_BYTES)
    return { ok: false, error: "This photo is over 5 MB. Choose a smaller one." };
  const kind = pictureKind(bytes);
  if (!kind) return { ok: false, error: NO_PICTURE };
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true });
  try {
    const { format, width, height } = await open().metadata();
    if ((format === "heif" ? "avif" : format) !== kind) return { ok: false, error: NO_PICTURE };
    const tooLarge = sizeProblem(width, height);
    if (tooLarge) return { ok: false, error: tooLarge };
    return { ok: true, picture: await inPictureQueue(account, () => make(open())) };
  } catch (problem) {
    if (problem instanceof QueueFull) return { ok: false, error: TOO_MANY, busy: true };
    const text = problem instanceof Error ? problem.message : "";
    if (/pixel limit/.test(text)) return { ok: false, error: TOO_MANY_PIXELS };
    return { ok: false, error: /timeout/.test(text) ? TOO_SLOW : BROKEN };
  }
}

function sizeProblem(width: number, height: number): string | null {
  const [short, long] = width < height ? [width, height] : [height, width];
  if (width * height > MAX_PIXELS) return TOO_MANY_PIXELS;
  if (long > MAX_SIDE) return "This photo is more than 8,000 pixels wide or high. Choose a smaller one.";
  if (long > short * MAX_ASPECT) return "This photo is too long and narrow. Cut it, or choose another.";
  return null;
}

async function resize(picture: Sharp): Promise<CleanPicture> {
  const { data: large, info } = await picture
    .autoOrient()
    .resize({ width: 960, height: 960, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const within = (side: number) =>
    sharp(large)
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
  return {
    large,
    small: await within(480),
    forLists: await within(320),
    width: info.width,
    height: info.height,
  };
}

/** Returns the file type, recognised by the first bytes; null if the type is not accepted. */
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
