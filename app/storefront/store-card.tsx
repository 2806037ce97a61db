import { Link } from "../ui/link.tsx";
import type { StoreOnCard } from "./directory.server.ts";
import { StorePicture } from "./store-picture.tsx";

export function productCount(count: number): string {
  return count === 1 ? "1 product" : `${count} products`;
}

/** One link: its text names the store, its area is the whole card. */
export function StoreCard({ store, eager }: { store: StoreOnCard; eager: boolean }) {
  return (
    <article className="relative flex h-full flex-col border-2 border-ink bg-paper transition-shadow focus-within:shadow-[5px_5px_0_0_var(--color-danfo)] hover:shadow-[5px_5px_0_0_var(--color-danfo)] motion-reduce:transition-none">
      <div className="border-b-2 border-ink">
        <StorePicture
          imageKey={store.imageKey}
          sizes="(min-width: 1024px) 360px, (min-width: 640px) 46vw, 92vw"
          of="store"
          eager={eager}
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
