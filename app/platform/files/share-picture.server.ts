/**
 * STORE-4: the chat preview of a store: its own picture, framed on the company's background
 * (scripts/make-share-picture.mjs).
 */
import sharp from "sharp";
import type { Services } from "../services.server.ts";
import { shareKey } from "./picture-url.ts";
import { QueueFull } from "./fair-queue.ts";
import { inPictureQueue } from "./clean-picture.server.ts";
import ground from "./share-ground.webp?inline";

/** The inside of the frame on the background. */
const FRAME = { left: 378, top: 30, width: 780, height: 514 };
const GROUND = Buffer.from(ground.slice(ground.indexOf(",") + 1), "base64");

/** The 1200 x 630 preview of a stored picture: made on first request and stored beside it. Null without a picture. 'busy' where the queue of pictures has no room. */
export async function sharePicture(
  { files }: Pick<Services, "files">,
  key: string,
): Promise<Uint8Array | "busy" | null> {
  const stored = await files.get(shareKey(key));
  if (stored) return stored;
  const picture = await files.get(key);
  if (!picture) return null;
  const made = await inPictureQueue("share", () => frame(picture)).catch((error: unknown) => {
    if (error instanceof QueueFull) return "busy" as const;
    throw error;
  });
  if (made === "busy") return made;
  await files.put(shareKey(key), made, "image/jpeg");
  // If the picture was removed meanwhile, the preview must not stay. The picture's file is removed first.
  if (!(await files.get(key))) {
    await files.remove(shareKey(key));
    return null;
  }
  return made;
}

/** A JPEG of well under the 300 KB that chats accept. */
async function frame(picture: Uint8Array): Promise<Buffer> {
  const { width, height } = FRAME;
  const framed = await sharp(picture).resize({ width, height, fit: "cover" }).toBuffer();
  return sharp(GROUND)
    .composite([{ input: framed, left: FRAME.left, top: FRAME.top }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
