/** Files that earlier releases left behind when a store was deleted. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestServices, type TestServices } from "../../../test/fixtures/services.ts";
import { storedFiles } from "../../../test/fixtures/stored-files.ts";
import { makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { pictures } from "../db/schema.ts";
import { removeOrphanPictures } from "./orphan-pictures.server.ts";
import { filesOfPicture, shareKey, smallKey } from "./picture-url.ts";

const key = (n: number) => `7f6f0d8e-0000-4000-8000-00000000000${n}.webp`;
const [OWN, SHOWN, GONE, LATER] = [key(1), key(2), key(3), key(4)];

let opened: TestServices;
beforeAll(async () => {
  opened = await openTestServices();
});
afterAll(() => opened.close());

test("[PICTURE-1] what belongs to no picture is removed once; pictures of stores and products stay", async () => {
  const { services } = opened;
  const { db, files } = services;
  const store = await makeStore(services, null);
  await db.insert(pictures).values({ key: OWN, storeId: store.id, bytes: 1, width: 1, height: 1 });
  // A sample product has a file and no row of its own.
  await makeProduct(services, store.id, { imageKey: SHOWN });
  const kept = [...filesOfPicture(OWN), ...filesOfPicture(SHOWN)];
  const left = [smallKey(GONE), shareKey(GONE)];
  for (const name of [...kept, ...left]) await files.put(name, new Uint8Array([1]), "image/webp");

  expect(await removeOrphanPictures(services)).toBe(1);
  await vi.waitFor(async () => expect(await storedFiles(files)).toEqual(kept.sort()), {
    timeout: 10_000,
  });
  await files.put(smallKey(LATER), new Uint8Array([1]), "image/webp");
  expect(await removeOrphanPictures(services), "only once").toBe(0);
});
