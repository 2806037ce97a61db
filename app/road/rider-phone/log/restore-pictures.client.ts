/**
 * PHONE-3: at the start of the page, restores the pictures that the database lost, from their second copies, and copies
 * the pictures that have no copy. If the browser was closed at a stop, a picture may have no deed. Such a picture is
 * deleted after an hour; until then another tab may record its deed.
 */
import { copiedPictures, copyPicture, forgetPictureCopies, readPictureCopy } from "./copies.client.ts";
import { readKept } from "./deed-log.client.ts";
import { bytesOf, dropPicture } from "./kept-pictures.client.ts";
import { withDb, type KeptPicture } from "./phone-db.client.ts";

const UNUSED_MS = 3_600_000;

async function restore({ id }: Pick<KeptPicture, "id">): Promise<boolean> {
  const copy = await readPictureCopy(id);
  if (!copy) return false;
  await withDb(async (db) => {
    const tx = db.transaction(["pictures", "bytes"], "readwrite", { durability: "strict" });
    await Promise.all([
      tx.objectStore("pictures").put(copy.picture),
      tx.objectStore("bytes").put(copy.bytes, id),
      tx.done,
    ]);
  });
  return true;
}

/** Restores and copies pictures. True if a picture was restored, or an unused one was deleted. */
export async function restorePictures(): Promise<boolean> {
  const { deeds, pictures } = await readKept();
  const copied = await copiedPictures();
  const logged = new Set(deeds.map(({ deed }) => deed.id));
  const known = new Set(pictures.map(({ id }) => id));
  let changed = 0;
  for (const id of copied) {
    if (known.has(id)) continue;
    if (!logged.has(id.split(":")[0]!)) await forgetPictureCopies([id]);
    else if (await restore({ id })) changed++;
  }
  for (const picture of pictures) {
    const { id, deed, at, isTaken, answer, isDeedSent } = picture;
    if (!isDeedSent && !logged.has(deed)) {
      // The absolute age counts, because a picture seems to be from the future if the phone's clock was set back.
      if (Math.abs(Date.now() - at) < UNUSED_MS) continue;
      await dropPicture(id);
      changed++;
    } else if (isTaken && answer === null && !copied.has(id)) {
      const bytes = await bytesOf(id);
      if (bytes) await copyPicture(picture, bytes);
    }
  }
  return changed > 0;
}
