/** DEVICE-8: the stored pictures of the rider's papers. They are deleted with the `RiderDay`, or to make room. */
import { PAPERS_CACHE } from "../log/phone-db.client.ts";
import { getPhone } from "../log/phone.client.ts";

/** Returns the stored picture of a paper, or fetches and stores it. Null if it cannot be fetched. */
export async function paperPicture(url: string): Promise<Blob | null> {
  const cache = await caches.open(PAPERS_CACHE).catch(() => null);
  const kept = await cache?.match(url);
  return kept ? kept.blob() : download(url, cache);
}

async function download(url: string, cache: Cache | null): Promise<Blob | null> {
  const response = await fetch(url, { redirect: "error" }).catch(() => null);
  // A network may replace the response with its own sign-in page, which is not a picture.
  if (response?.status !== 200 || !response.headers.get("Content-Type")?.startsWith("image/")) return null;
  const kept = response.clone();
  const picture = await response.blob().catch(() => null);
  // During the download the day may have ended, or the office may have removed the paper.
  if (picture && getPhone().day?.day.papers.some((paper) => paper.url === url))
    await cache?.put(url, kept).catch(() => {});
  return picture;
}

/**
 * Stores the pictures of the papers in the `RiderDay`, and deletes all other stored pictures of papers. False if a
 * picture is still missing.
 */
export async function keepPapers(): Promise<boolean> {
  const urls = (getPhone().day?.day.papers ?? []).map(({ url }) => url);
  const cache = await caches.open(PAPERS_CACHE);
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname);
  for (const path of kept) if (!urls.includes(path)) await cache.delete(path);
  for (const url of urls) if (!kept.includes(url)) await download(url, cache);
  return (await cache.keys()).length === urls.length;
}
