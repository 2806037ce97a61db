/**
 * PHONE-5: stores pictures on the phone. Each picture gets the id of its deed before the photo is taken, so that it
 * cannot be attached to another parcel.
 */
import type { ProofPicture } from "../../../domain/proof.ts";
import { MOST_PICTURE_BYTES } from "../../deeds/phone-requests.ts";
import { readKept } from "./deed-log.client.ts";
import { withDb, type KeptPicture } from "./phone-db.client.ts";

const STRICT = { durability: "strict" } as const;
const UNUSED_MS = 3_600_000;

/** Stores a picture's row with the future id of its deed, before the picture is taken. `number`: from 1 to 3. */
export async function bindPicture(deed: string, number: number, kind: ProofPicture): Promise<KeptPicture> {
  const picture: KeptPicture = {
    id: `${deed}:${number}`,
    deed,
    number,
    kind,
    at: Date.now(),
    isTaken: false,
    answer: null,
  };
  await withDb(async (db) => {
    const tx = db.transaction("pictures", "readwrite", STRICT);
    await Promise.all([tx.store.put(picture), tx.done]);
  });
  return picture;
}

/** Stores the bytes of a picture, in place of an earlier picture with the same id. */
export async function keepPicture({ id }: Pick<KeptPicture, "id">, bytes: ArrayBuffer): Promise<void> {
  if (bytes.byteLength > MOST_PICTURE_BYTES) throw new Error(`a picture of ${bytes.byteLength} bytes`);
  await withDb(async (db) => {
    const tx = db.transaction(["pictures", "bytes"], "readwrite", STRICT);
    const bound = await tx.objectStore("pictures").get(id);
    if (!bound) throw new Error("the picture was not bound to a deed");
    await Promise.all([
      tx.objectStore("pictures").put({ ...bound, isTaken: true }),
      tx.objectStore("bytes").put(bytes, id),
      tx.done,
    ]);
  });
}

/** Deletes the pictures of a deed that was not recorded because the rider went back. */
export async function dropUnused(deed: string): Promise<void> {
  await withDb(async (db) => {
    const tx = db.transaction(["deeds", "pictures", "bytes"], "readwrite");
    const isRecorded = await tx.objectStore("deeds").getKey(deed);
    const ids = isRecorded ? [] : [1, 2, 3].map((number) => `${deed}:${number}`);
    for (const id of ids) {
      await tx.objectStore("pictures").delete(id);
      await tx.objectStore("bytes").delete(id);
    }
    await tx.done;
  });
}

/**
 * PHONE-3: deletes pictures without a deed. Waits for an hour, because another tab may still record the deed. True if
 * any picture was deleted.
 */
export async function dropStrayPictures(): Promise<boolean> {
  const { deeds, pictures } = await readKept();
  const logged = new Set(deeds.map(({ deed }) => deed.id));
  // The absolute value is compared, because the age is negative if the phone's clock was set back.
  const stray = pictures.filter(
    ({ deed, at, isDeedSent }) => !isDeedSent && !logged.has(deed) && Math.abs(Date.now() - at) >= UNUSED_MS,
  );
  for (const { id } of stray) await dropPicture(id);
  return stray.length > 0;
}

export async function dropPicture(id: string): Promise<void> {
  await withDb(async (db) => {
    const tx = db.transaction(["pictures", "bytes"], "readwrite");
    await Promise.all([tx.objectStore("pictures").delete(id), tx.objectStore("bytes").delete(id), tx.done]);
  });
}

export const pictureBytes = (id: string): Promise<ArrayBuffer | undefined> =>
  withDb((db) => db.get("bytes", id));

/** Notes the server's answer. After `taken`, deletes the bytes. A refused picture stays (PROOF-4). */
export async function notePicture(id: string, answer: "taken" | "refused"): Promise<void> {
  await withDb(async (db) => {
    const tx = db.transaction(["pictures", "bytes"], "readwrite", STRICT);
    const row = await tx.objectStore("pictures").get(id);
    if (row) await tx.objectStore("pictures").put({ ...row, answer });
    if (answer === "taken") await tx.objectStore("bytes").delete(id);
    await tx.done;
  });
}
