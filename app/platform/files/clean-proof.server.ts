/** PROOF-4: re-encodes a picture of a proof. */
import sharp, { type Sharp } from "sharp";
import { cleanAs, type Cleaned } from "./clean-picture.server.ts";

const SIDE = 1280;
const MAX_BYTES = 120 * 1024;
/**
 * Sizes and qualities, best first. The first step that makes the file small enough is used. A picture with much
 * detail, as in sunlight, needs a lower quality.
 */
const STEPS = [
  { side: SIDE, quality: 75 },
  { side: SIDE, quality: 50 },
  { side: 1024, quality: 45 },
  { side: 800, quality: 40 },
  { side: 640, quality: 30 },
  { side: 480, quality: 20 },
];

/**
 * Cleans a picture of a proof. The cleaned picture has at most 1280 px a side and 120 KB, is upright, and has a white
 * background and no metadata. Refuses the same pictures as `cleanPicture`.
 */
export const cleanProof = (bytes: Uint8Array, account: string): Promise<Cleaned<Buffer>> =>
  cleanAs(bytes, account, shrink);

async function shrink(picture: Sharp): Promise<Buffer> {
  const upright = await picture
    .autoOrient()
    .flatten({ background: "#fff" })
    .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: 4 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  let made = Buffer.alloc(0);
  for (const { side, quality } of STEPS) {
    made = await sharp(upright)
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
    if (made.length <= MAX_BYTES) break;
  }
  return made;
}
