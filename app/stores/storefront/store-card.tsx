import { Link } from "../../ui/link.tsx";
import type { StoreOnCard } from "./directory.server.ts";
import { NEAR_ONLY, StorePicture } from "./store-picture.tsx";

export function productCount(count: number): string {
  return count === 1 ? "1 product" : `${count} products`;
}

/** The first screen shows at most the first two of a list, and a row of three on a laptop. */
function pictureBox(place: number): string {
  if (place === 0) return "";
  if (place === 1) return NEAR_ONLY;
  return `${NEAR_ONLY} ${place === 2 ? "max-lg:after-scroll" : "after-scroll"}`;
}

/** One link: its text names the store, its area is the whole card. `place` is that in a list at the top of its page. */
export function StoreCard({ store, place = Infinity }: { store: StoreOnCard; place?: number }) {
  return (
    <article className="relative flex h-full flex-col border-2 border-ink bg-paper transition-shadow focus-within:shadow-[5px_5px_0_0_var(--color-danfo)] hover:shadow-[5px_5px_0_0_var(--color-danfo)] motion-reduce:transition-none">
      <div className={`border-b-2 border-ink ${pictureBox(place)}`}>
        {/* On a phone the smaller of the two: it has a third of the bytes, and a pixel and a half for each of the page's. */}
        <StorePicture
          imageKey={store.imageKey}
          sizes="(min-width: 1024px) 360px, (min-width: 640px) 46vw, 240px"
          of="store"
          eager={place === 0}
        />
      </div>
      <div className="flex grow flex-col p-4">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm font-semibold text-muted">
          <span>{store.category}</span>
          <span className="tabular-nums">{productCount(store.activeProducts)}</span>
        </p>
        <h3 className="mt-1 font-display text-xl font-bold">{store.businessName}</h3>
        <p className="mt-1 line-clamp-2 text-muted">{store.description}</p>
        <Link
          to={`/stores/${store.slug}`}
          prefetch="intent"
          aria-label={`View Store: ${store.businessName}`}
          className="mt-auto inline-flex min-h-12 items-center pt-2 font-semibold underline decoration-danfo decoration-4 underline-offset-4 after:absolute after:inset-0"
        >
          View Store
        </Link>
      </div>
    </article>
  );
}
