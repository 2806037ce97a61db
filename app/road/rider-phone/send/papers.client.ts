/** DEVICE-8: pictures of the rider's papers. They are deleted with the `RiderDay`, or for lack of space. */
import { PAPERS_CACHE } from "../log/phone-db.client.ts";
import { getPhone } from "../log/phone.client.ts";

/** The stored picture of a paper, otherwise the server's, which is then stored. Null without a network. */
export async function paperPicture(url: string): Promise<Blob | null> {
  const cache = await caches.open(PAPERS_CACHE).catch(() => null);
  const kept = await cache?.match(url);
  return kept ? kept.blob() : download(url, cache);
}

async function download(url: string, cache: Cache | null): Promise<Blob | null> {
  const response = await fetch(url, { redirect: "error" }).catch(() => null);
  // A network's own page, such as a sign-in page, is not a picture.
  if (response?.status !== 200 || !response.headers.get("Content-Type")?.startsWith("image/")) return null;
  const kept = response.clone();
  const picture = await response.blob().catch(() => null);
  // The day may have ended, or the paper may have been removed, while the picture was on its way.
  if (picture && getPhone().day?.day.papers.some((paper) => paper.url === url))
    await cache?.put(url, kept).catch(() => {});
  return picture;
}

/** Stores the pictures of the current papers, and deletes all others. False if one could not be stored. */
export async function keepPapers(): Promise<boolean> {
  const urls = (getPhone().day?.day.papers ?? []).map(({ url }) => url);
  const cache = await caches.open(PAPERS_CACHE);
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname);
  for (const path of kept) if (!urls.includes(path)) await cache.delete(path);
  for (const url of urls) if (!kept.includes(url)) await download(url, cache);
  return (await cache.keys()).length === urls.length;
}
