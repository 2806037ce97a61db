/** COMPANY-4: the uploaded logo becomes two re-encoded pictures. The upload itself is never stored. */
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { inPictureQueue, pictureKind } from "../../platform/files/clean-picture.server.ts";
import { QueueFull } from "../../platform/files/fair-queue.ts";
import { MAX_PICTURE_BYTES, smallKey } from "../../platform/files/picture-url.ts";
import type { Services } from "../../platform/services.server.ts";

/** The side of the large picture in pixels, enough for the largest icon and the chat preview. */
const SIDE = 1024;
const SMALL = 480;
const MAX_SVG_BYTES = 256 * 1024;
const MAX_PIXELS = 25_000_000;
const SECONDS = 4;

type Drawn = { ok: true; key: string } | { ok: false; error: string };

const NO_LOGO = "Choose a picture: PNG, SVG, JPEG or WebP.";
const BROKEN = "This picture cannot be read. Save it again as PNG, or choose another.";

/**
 * True if the bytes are an SVG that declares no XML entities. An SVG cannot load other files, because the decoder
 * fetches nothing.
 */
function isDrawing(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  return /^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!DOCTYPE svg[^>[]*>\s*)?<svg[\s>]/i.test(text);
}

/** Stores the picture without its empty border, in two sizes, and returns its key. */
export async function drawLogo(
  { files }: Pick<Services, "files">,
  bytes: Uint8Array,
  account: string,
): Promise<Drawn> {
  const drawing = isDrawing(bytes);
  if (!drawing && !pictureKind(bytes)) return { ok: false, error: NO_LOGO };
  if (bytes.length > (drawing ? MAX_SVG_BYTES : MAX_PICTURE_BYTES))
    return { ok: false, error: drawing ? "This drawing is over 256 KB." : "This picture is over 5 MB." };
  try {
    const key = `${randomUUID()}.webp`;
    const [large, small] = await inPictureQueue(account, () => draw(bytes, drawing));
    await files.put(key, large, "image/webp");
    await files.put(smallKey(key), small, "image/webp");
    return { ok: true, key };
  } catch (problem) {
    if (problem instanceof QueueFull)
      return { ok: false, error: "Other pictures are being made. Try again in a minute." };
    if (
      problem instanceof Error &&
      /^(Input|Vips|Expected|unsupported|timeout|svgload)/i.test(problem.message)
    )
      return { ok: false, error: BROKEN };
    throw problem;
  }
}

async function draw(bytes: Uint8Array, drawing: boolean): Promise<[Buffer, Buffer]> {
  const open = sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: "error",
    ...(drawing && { density: await densityOf(bytes) }),
  });
  const large = await open
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 90, alphaQuality: 100 })
    .timeout({ seconds: SECONDS })
    .toBuffer();
  const small = await sharp(large)
    .resize({ width: SMALL, height: SMALL, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 88 })
    .toBuffer();
  return [large, small];
}

/** The resolution at which a drawing is rendered, so that a drawing of any size gets as many pixels as are stored. */
async function densityOf(bytes: Uint8Array): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  return Math.min(100_000, Math.max(10, Math.floor((72 * SIDE) / Math.max(width, height, 1))));
}
