import { ArrowLeft, Clock, MapPin, Phone } from "lucide-react";
import { productCount } from "./store-card.tsx";
import { Link } from "../../ui/link.tsx";
import { usePictures } from "../../ui/pictures.ts";
import { StorePicture } from "./store-picture.tsx";
import type { Storefront } from "./storefront.server.ts";

export const AllStores = () => (
  <Link
    to="/stores"
    className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
  >
    <ArrowLeft aria-hidden className="size-5" /> All stores
  </Link>
);

type Props = {
  store: Omit<Storefront, "openingHours"> & {
    phoneText: string;
    hours: { open: boolean; text: string; all: string } | null;
  };
  /** The heading level of the store's name: `h2` on the page of a product, whose name is the `h1`. */
  as: "h1" | "h2";
};

export function StoreHead({ store, as: Heading }: Props) {
  const pictures = usePictures();
  return (
    // On a phone the picture stays small, so that the name and the products are visible at once.
    <header className="mt-2 grid grid-cols-[min(7rem,36%)_minmax(0,1fr)] bg-card sm:grid-cols-[minmax(0,17rem)_1fr] sm:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,22rem)_1fr]">
      <div className="sm:row-span-2">
        <StorePicture
          pictures={pictures}
          imageKey={store.imageKey}
          name={store.businessName}
          sizes="(min-width: 1024px) 352px, (min-width: 640px) 272px, 112px"
          eager
          className="aspect-square h-full sm:aspect-[3/2]"
        />
      </div>
      <div className="min-w-0 self-center px-4 sm:px-6 sm:pt-6">
        <p className="text-sm text-muted">
          {store.category} · <span className="tabular-nums">{productCount(store.activeProducts)}</span>
        </p>
        <Heading
          tabIndex={Heading === "h1" ? -1 : undefined}
          className="font-display text-2xl/tight font-extrabold sm:text-4xl"
        >
          {store.businessName}
        </Heading>
      </div>
      <div className="col-span-2 min-w-0 px-4 py-3 sm:col-span-1 sm:px-6 sm:pb-6">
        <p className="max-w-prose">{store.description}</p>
        <address className="mt-1 grid gap-x-6 not-italic sm:flex sm:flex-wrap">
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
        {store.hours && (
          <p className="flex gap-2">
            <Clock aria-hidden className="mt-1 size-4 shrink-0" />
            <span>
              <strong className={store.hours.open ? "text-go" : "text-stop"}>{store.hours.text}</strong>
              <span className="block text-sm text-muted">{store.hours.all}</span>
            </span>
          </p>
        )}
      </div>
    </header>
  );
}
