import { Link } from "../../ui/link.tsx";
import type { StoreOnCard } from "./directory.server.ts";
import { usePictures } from "../../ui/pictures.ts";
import { loadingAt, PICTURE_BOX, StorePicture } from "./store-picture.tsx";

export function productCount(count: number): string {
  return count === 1 ? "1 product" : `${count} products`;
}

/**
 * Draws the card of a store. The name is a link, and a press anywhere on the card opens it. `place` is the position of
 * the card in a list at the top of a page. If picture and text do not fit side by side, as with large text, the text is
 * below the picture.
 */
export function StoreCard({ store, place = Infinity }: { store: StoreOnCard; place?: number }) {
  const pictures = usePictures();
  const loading = loadingAt(place, { now: 1, near: 1 });
  return (
    <article className="relative flex h-full min-h-40 flex-wrap bg-card hover:outline-2">
      <div className={`min-h-32 grow basis-32 bg-line ${PICTURE_BOX[loading]}`}>
        <StorePicture
          pictures={pictures}
          imageKey={store.imageKey}
          name={store.businessName}
          sizes="160px"
          eager={loading === "now"}
          className="h-full"
        />
      </div>
      <div className="flex grow-99 basis-36 flex-col px-4 py-2">
        <p className="text-sm text-muted">
          {store.category} · {productCount(store.activeProducts)}
        </p>
        <h3 className="font-display text-lg/tight font-bold">{store.businessName}</h3>
        <p className="mt-1 line-clamp-2 text-sm text-muted">{store.description}</p>
        <Link
          to={`/stores/${store.slug}`}
          prefetch="intent"
          aria-label={`View Store: ${store.businessName}`}
          className="mt-auto pt-1 font-semibold underline decoration-danfo decoration-4 underline-offset-4 after:absolute after:inset-0"
        >
          View Store
        </Link>
      </div>
    </article>
  );
}
