import { Link } from "react-router";
import { ArrowLeft, MapPin, Phone } from "lucide-react";
import { productCount } from "./store-card.tsx";
import { StorePicture } from "./store-picture.tsx";
import type { Storefront } from "./storefront.server.ts";

export function StoreHead({ store }: { store: Storefront & { phoneText: string } }) {
  return (
    <header>
      <Link
        to="/stores"
        className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
      >
        <ArrowLeft aria-hidden className="size-5" /> All stores
      </Link>
      {/* On a phone the picture stays small: the name comes with the first bytes, and the products are visible. */}
      <div className="mt-2 grid grid-cols-[min(7rem,36%)_minmax(0,1fr)] border-2 border-ink bg-card sm:grid-cols-[minmax(0,17rem)_1fr] lg:grid-cols-[minmax(0,22rem)_1fr] sm:grid-rows-[auto_1fr]">
        <div className="border-r-2 border-b-2 border-ink sm:row-span-2 sm:border-b-0">
          <StorePicture
            imageKey={store.imageKey}
            sizes="(min-width: 1024px) 352px, (min-width: 640px) 272px, 112px"
            of="store"
            eager
            className="h-full"
          />
        </div>
        <div className="min-w-0 self-center border-b-2 border-ink p-3 max-sm:h-full sm:border-b-0 sm:px-6 sm:pt-6 sm:pb-0">
          <p className="text-sm font-semibold text-muted">
            {store.category} · <span className="tabular-nums">{productCount(store.activeProducts)}</span>
          </p>
          <h1 tabIndex={-1} className="mt-1 font-display text-2xl font-extrabold sm:text-4xl">
            {store.businessName}
          </h1>
        </div>
        <div className="col-span-2 min-w-0 p-4 sm:col-span-1 sm:px-6 sm:pt-2 sm:pb-6">
          <p className="max-w-prose">{store.description}</p>
          <address className="mt-3 grid gap-x-6 not-italic sm:flex sm:flex-wrap">
            {store.phone && (
              <a
                href={`tel:${store.phone}`}
                className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
              >
                <Phone aria-hidden className="size-4 shrink-0" />
                {store.phoneText}
              </a>
            )}
            <span className="inline-flex min-h-11 items-center gap-2">
              <MapPin aria-hidden className="size-4 shrink-0" />
              {store.address}
            </span>
          </address>
        </div>
      </div>
    </header>
  );
}
