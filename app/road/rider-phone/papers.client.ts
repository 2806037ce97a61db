/** The pictures of the rider's papers, stored on the phone until the rider's day ends or space is short. */
const CACHE = "rider-papers";

export async function paperPicture(url: string): Promise<Blob | null> {
  const cache = await caches.open(CACHE).catch(() => null);
  const kept = await cache?.match(url);
  if (kept) return kept.blob();
  const response = await fetch(url).catch(() => null);
  if (response?.status !== 200) return null;
  await cache?.put(url, response.clone()).catch(() => {});
  return response.blob();
}

/**
 * Stores the pictures of these papers, and deletes those of papers that the rider no longer has. Called with each new
 * `RiderDay`.
 */
export async function keepPapers(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys())
    if (!urls.includes(new URL(request.url).pathname)) await cache.delete(request);
  for (const url of urls) await paperPicture(url);
}
