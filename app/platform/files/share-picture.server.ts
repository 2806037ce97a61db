/**
 * STORE-4: the chat preview of a store: its own picture, framed on the company's background
 * (scripts/make-share-picture.mjs).
 */
import sharp from "sharp";
import { brandPicture } from "../company/brand-pictures.server.tsx";
import type { Services } from "../services.server.ts";
import { isFileNotStored } from "./file-store.ts";
import { shareKey } from "./picture-url.ts";
import { QueueFull } from "./fair-queue.ts";
import { inPictureQueue } from "./clean-picture.server.ts";
import shareGround from "./share-ground.webp?inline";

/** The inside of the frame on the background, in pixels. */
const FRAME = { left: 378, top: 30, width: 780, height: 514 };
const GROUND = Buffer.from(shareGround.slice(shareGround.indexOf(",") + 1), "base64");

/**
 * The 1200 x 630 chat preview of a stored picture, which is made on the first request and stored beside the picture.
 * Null if there is no such picture. 'busy' if the queue of pictures is full.
 */
export async function sharePicture(
  services: Pick<Services, "files" | "company">,
  key: string,
): Promise<Uint8Array | "busy" | null> {
  const { files } = services;
  // With the company's own colours the preview is drawn for each request and not stored, because the colours may
  // change.
  const own = await brandPicture(services, "store ground");
  const stored = own ? null : await files.get(shareKey(key));
  if (stored) return stored;
  const picture = await files.get(key);
  if (!picture) return null;
  const made = await inPictureQueue("share", () => frame(picture, own?.bytes ?? GROUND)).catch(
    (error: unknown) => {
      if (error instanceof QueueFull) return "busy" as const;
      throw error;
    },
  );
  if (made === "busy" || own) return made;
  const isStored = await files.put(shareKey(key), made, "image/jpeg").then(
    () => true,
    (error: unknown) => {
      if (isFileNotStored(error)) return false;
      throw error;
    },
  );
  // Without room for it the preview is drawn again for the next request.
  if (!isStored) return made;
  // If the picture was removed meanwhile, its new preview must be removed, too. Removing a picture deletes the
  // picture's file before the preview, so this check misses no case.
  if (!(await files.get(key))) {
    await files.remove(shareKey(key));
    return null;
  }
  return made;
}

/** The preview as a JPEG, well under the 300 KB that chats accept. */
async function frame(picture: Uint8Array, ground: Buffer): Promise<Buffer> {
  const { width, height } = FRAME;
  const framed = await sharp(picture).resize({ width, height, fit: "cover" }).toBuffer();
  return sharp(ground)
    .composite([{ input: framed, left: FRAME.left, top: FRAME.top }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
