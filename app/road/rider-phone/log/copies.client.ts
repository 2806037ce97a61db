/**
 * PHONE-3: a second copy of the log, in the browser's Cache storage. A browser that is short of space, or a fault of
 * its database, may delete the log itself. A copy is written only after the deed is on disk. Otherwise the copy could
 * restore a deed that the rider did not see accepted.
 */
import { PAPERS_CACHE, type Facts, type KeptDay, type KeptPicture } from "./phone-db.client.ts";
import type { KeptDeed } from "../state/kept-deeds.ts";

/** No other part of the product clears caches with this name. */
const CACHE = "rider-kept";
const DEEDS = "/rider/kept/deeds/";
const REST = "/rider/kept/rest/";

/** Pictures have a cache of their own, which is deleted if the phone has no room for deeds. */
const PICTURES = "rider-kept-pictures";
const PICTURE = "/rider/kept/pictures/";
const ROW = "X-Picture";

export type Copies = { deeds: KeptDeed[]; day: KeptDay | null; facts: Facts | null };

const write = async (path: string, value: unknown) =>
  (await caches.open(CACHE)).put(path, new Response(JSON.stringify(value)));

export async function copyDeed(kept: KeptDeed): Promise<void> {
  const copy = () => write(DEEDS + kept.deed.id, kept);
  await copy().catch(() => dropPictureCopies().then(copy));
}
export const copyDay = (day: KeptDay): Promise<void> => write(`${REST}day`, day);
export const copyFacts = (facts: Facts): Promise<void> => write(`${REST}facts`, facts);

export async function forgetCopies(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const cache = await caches.open(CACHE);
  await Promise.all(ids.map((id) => cache.delete(DEEDS + id)));
}

export async function forgetDayCopy(): Promise<void> {
  await (await caches.open(CACHE)).delete(`${REST}day`);
}

/** The content of the copies. Damaged copies are left out. */
export async function readCopies(): Promise<Copies> {
  const cache = await caches.open(CACHE);
  const copies: Copies = { deeds: [], day: null, facts: null };
  const read = async ({ url }: Request) => {
    const path = new URL(url).pathname;
    const value: unknown = await (await cache.match(path))?.json();
    if (path.startsWith(DEEDS)) copies.deeds.push(value as KeptDeed);
    else if (path === `${REST}day`) copies.day = value as KeptDay;
    else if (path === `${REST}facts`) copies.facts = value as Facts;
  };
  await Promise.allSettled((await cache.keys()).map(read));
  return copies;
}

export const dropPictureCopies = (): Promise<unknown> => caches.delete(PICTURES);

export async function copyPicture(picture: KeptPicture, bytes: ArrayBuffer): Promise<void> {
  const row = new Response(bytes, { headers: { [ROW]: JSON.stringify(picture) } });
  await (await caches.open(PICTURES)).put(PICTURE + picture.id, row);
}

export async function forgetPictureCopies(ids: readonly string[]): Promise<void> {
  const cache = await caches.open(PICTURES);
  await Promise.all(ids.map((id) => cache.delete(PICTURE + id)));
}

/** The ids of the pictures that have a copy. */
export async function copiedPictures(): Promise<Set<string>> {
  const requests = await (await caches.open(PICTURES)).keys();
  return new Set(requests.map(({ url }) => new URL(url).pathname.slice(PICTURE.length)));
}

/** The second copy of a picture; null if there is none, or if it is damaged. */
export async function readPictureCopy(
  id: string,
): Promise<{ picture: KeptPicture; bytes: ArrayBuffer } | null> {
  const response = await (await caches.open(PICTURES)).match(PICTURE + id);
  const row = response?.headers.get(ROW);
  return response && row
    ? { picture: JSON.parse(row) as KeptPicture, bytes: await response.arrayBuffer() }
    : null;
}

/** Deletes what the phone can get again or has twice: the stored papers, and the copies of pictures. */
export async function makeRoom(): Promise<void> {
  await Promise.allSettled([caches.delete(PAPERS_CACHE), dropPictureCopies()]);
}
