/** STORE-4: a store's chat preview: its picture on the company's background (scripts/make-share-picture.mjs). */
import sharp from "sharp";
import { brandPicture } from "../company/brand-pictures.server.tsx";
import type { Services } from "../services.server.ts";
import { isFileNotStored } from "./file-store.ts";
import { shareKey } from "./picture-url.ts";
import { QueueFull } from "./fair-queue.ts";
import { inPictureQueue } from "./clean-picture.server.ts";
import shareGround from "./share-ground.webp?inline";

/** The inside of the background's frame, in pixels. */
const FRAME = { left: 378, top: 30, width: 780, height: 514 };
const GROUND = Buffer.from(shareGround.slice(shareGround.indexOf(",") + 1), "base64");

/**
 * Returns the chat preview (1200 x 630) of a stored picture. It is drawn at the first request and then stored. Null if
 * there is no such picture; 'busy' if the picture queue is full.
 */
export async function sharePicture(
  services: Pick<Services, "files" | "company">,
  key: string,
): Promise<Uint8Array | "busy" | null> {
  const { files } = services;
  // A preview in the company's own colours is drawn for each request and not stored, because the colours may change.
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
  // If there is no space to store the preview, the next request draws it again.
  if (!isStored) return made;
  // If the picture was removed meanwhile, the new preview must be removed, too. A removal deletes the picture's file
  // before the preview, so this check finds every removal.
  if (!(await files.get(key))) {
    await files.remove(shareKey(key));
    return null;
  }
  return made;
}

/** Makes a JPEG well under the 300 KB that chats accept. */
async function frame(picture: Uint8Array, ground: Buffer): Promise<Buffer> {
  const { width, height } = FRAME;
  const framed = await sharp(picture).resize({ width, height, fit: "cover" }).toBuffer();
  return sharp(ground)
    .composite([{ input: framed, left: FRAME.left, top: FRAME.top }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
