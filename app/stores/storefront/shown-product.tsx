/** STORE-6: the product to which a shared link leads. It is shown above the other products of the store. */
import { Share2 } from "lucide-react";
import { formatNaira } from "../../domain/money.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { Amount } from "../../ui/amount.tsx";
import { CartControl, type QuantityProps } from "./quantity-control.tsx";
import { usePictures } from "../../ui/pictures.ts";
import { StorePicture } from "./store-picture.tsx";
import type { StorefrontProduct } from "./storefront.server.ts";

type Props = { product: StorefrontProduct; choosing: QuantityProps; address: string };

export function ShownProduct({ product, choosing, address }: Props) {
  const pictures = usePictures();
  return (
    <section
      aria-labelledby="product"
      className="mt-2 mb-8 grid border-b-8 border-danfo bg-card sm:grid-cols-[minmax(0,20rem)_1fr]"
    >
      <StorePicture
        pictures={pictures}
        imageKey={product.imageKey}
        name={product.name}
        sizes="(min-width: 640px) 320px, 100vw"
        eager
        className="aspect-[3/2] sm:aspect-square"
      />
      <div className="min-w-0 p-4 sm:p-6">
        {product.category && <p className="text-sm text-muted">{product.category}</p>}
        <h1 id="product" tabIndex={-1} className="font-display text-2xl/tight font-extrabold sm:text-4xl">
          {product.name}
        </h1>
        <p className="mt-1 font-display text-2xl font-bold tabular-nums">
          <Amount>{formatNaira(product.priceKobo)}</Amount>
        </p>
        {product.description && <p className="mt-2 max-w-prose whitespace-pre-line">{product.description}</p>}
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <CartControl choosing={choosing} product={product} wide />
          <a
            href={whatsappLink("", `${product.name}, ${formatNaira(product.priceKobo)}: ${address}`)}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
          >
            <Share2 aria-hidden className="size-5" /> Share on WhatsApp
          </a>
        </div>
      </div>
    </section>
  );
}
