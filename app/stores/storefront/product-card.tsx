/** Draws a product in a list, with the control for its quantity. Without JavaScript the buttons submit a plain form. */
import { Amount } from "../../ui/amount.tsx";
import { Link } from "../../ui/link.tsx";
import { formatNaira } from "../../domain/money.ts";
import { CartControl, type QuantityProps } from "./quantity-control.tsx";
import { type Loading, PICTURE_BOX, StorePicture } from "./store-picture.tsx";
import type { StorefrontProduct } from "./storefront.server.ts";

type Props = {
  product: StorefrontProduct;
  choosing: QuantityProps;
  /** The URL of the page that shows this product first (STORE-6). */
  to: string;
  loading: Loading;
  pictures: boolean;
};

export function ProductCard({ product, choosing, to, loading, pictures }: Props) {
  return (
    <article id={`p-${product.id}`} className="relative h-full scroll-mt-4">
      <div className={`aspect-square ${PICTURE_BOX[loading]}`}>
        <StorePicture
          imageKey={product.imageKey}
          name={product.name}
          sizes="(min-width: 640px) 220px, 160px"
          eager={loading === "now"}
          pictures={pictures}
          className="aspect-square"
        />
      </div>
      {/* The control is in the corner of the picture. The picture is as high as the card is wide. */}
      <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-square items-end justify-end *:pointer-events-auto *:z-1">
        <CartControl choosing={choosing} product={product} />
      </div>
      <p className="mt-2 font-display text-lg/tight font-bold tabular-nums">
        <Amount>{formatNaira(product.priceKobo)}</Amount>
      </p>
      <h3>
        <Link
          to={to}
          className="inline-block min-h-6 leading-6 underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {product.name}
        </Link>
      </h3>
      {product.description && (
        <p className="mt-0.5 line-clamp-3 text-sm text-muted wrap-anywhere">{product.description}</p>
      )}
      {product.category && <p className="mt-0.5 text-sm text-muted">{product.category}</p>}
    </article>
  );
}
