/**
 * PHONE-3: a second copy of the log, in the Cache, because a browser that is short of space, or a fault of its database, may
 * delete the first. A copy is written after the deed is on disk, so that it never restores a deed that the rider did not see
 * accepted.
 */
import type { Facts, KeptDay } from "./phone-db.client.ts";
import type { KeptDeed } from "./day-state.ts";

/** No other part of the product clears caches with this name. */
const CACHE = "rider-kept";
const DEEDS = "/rider/kept/deeds/";
const REST = "/rider/kept/rest/";

export type Copies = { deeds: KeptDeed[]; day: KeptDay | null; facts: Facts | null };

const write = async (path: string, value: unknown) =>
  (await caches.open(CACHE)).put(path, new Response(JSON.stringify(value)));

export const copyDeed = (kept: KeptDeed): Promise<void> => write(DEEDS + kept.deed.id, kept);
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

/** The content of the copies, without damaged ones. */
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
