/** Lists the stores in which a buyer has selected products. The pages of these stores are cached for use offline. */
import { useEffect, useState } from "react";
import { deviceOwner } from "../ui/device-owner.ts";
import { offlinePagesOf } from "../platform/http/offline-pages.ts";
import { NamedSection } from "../ui/named-section.tsx";

export function CachedStores() {
  const [stores, setStores] = useState<string[]>([]);
  useEffect(() => {
    const own = offlinePagesOf(deviceOwner());
    const find = async () => {
      const pages = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      setStores(
        pages
          .flat()
          .map(({ url }) => new URL(url).pathname)
          .filter((path) => own.includes(path)),
      );
    };
    find().catch(() => {
      // A browser without the Cache API has no cached stores.
    });
  }, []);
  if (stores.length === 0) return null;
  return (
    <NamedSection id="kept-stores" title="Your Selection" className="mt-10">
      <ul className="mt-3">
        {stores.map((path) => (
          <li key={path}>
            <a href={path} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {path.slice("/stores/".length)}
            </a>
          </li>
        ))}
      </ul>
    </NamedSection>
  );
}
