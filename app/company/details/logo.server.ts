/**
 * COMPANY-4: the uploaded logo becomes two re-encoded pictures. The upload itself is never stored. A drawing
 * (SVG) is refused, because an SVG is a program: a small SVG can keep the process busy for as long as its
 * author likes.
 */
import { randomUUID } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { cleanAs, DECODE_SECONDS, pictureKind } from "../../platform/files/clean-picture.server.ts";
import { smallKey } from "../../platform/files/picture-url.ts";
import type { Services } from "../../platform/services.server.ts";
import { NO_LOGO } from "./messages.ts";

/** The width and height of the large picture in pixels: enough for the largest icon and the chat preview. */
const SIDE = 1024;
const SMALL = 480;

type Drawn = { ok: true; key: string } | { ok: false; error: string };

/** Stores the picture in two sizes and returns its key. Refuses the files that `cleanAs` refuses. */
export async function drawLogo(
  { files }: Pick<Services, "files">,
  bytes: Uint8Array,
  account: string,
): Promise<Drawn> {
  if (!pictureKind(bytes)) return { ok: false, error: NO_LOGO };
  const cleaned = await cleanAs(bytes, account, draw);
  if (!cleaned.ok) return cleaned;
  const key = `${randomUUID()}.webp`;
  await files.put(key, cleaned.picture.large, "image/webp");
  await files.put(smallKey(key), cleaned.picture.small, "image/webp");
  return { ok: true, key };
}

async function draw(picture: Sharp): Promise<{ large: Buffer; small: Buffer }> {
  const large = await picture
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 90, alphaQuality: 100 })
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer();
  const small = await sharp(large)
    .resize({ width: SMALL, height: SMALL, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 88 })
    .toBuffer();
  return { large, small };
}
