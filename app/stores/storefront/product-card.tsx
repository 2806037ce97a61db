/** A product and its quantity. Without JavaScript the buttons submit a plain form. */
import { Minus, Plus } from "lucide-react";
import type { Choosable } from "./selection.ts";
import { NEAR_ONLY, StorePicture } from "./store-picture.tsx";
import type { ProductRow } from "./storefront.server.ts";
import { Amount } from "../../ui/amount.tsx";
import { formatNaira } from "../../domain/money.ts";

export type QuantityProps = {
  quantityOf: (id: string) => number;
  add: (product: Choosable) => void;
  take: (id: string) => void;
  /** Whether presses are handled in the browser; else they go to the server. */
  live: boolean;
};

export function ProductCard({
  product,
  choosing,
  eager,
}: {
  product: ProductRow;
  choosing: QuantityProps;
  eager: boolean;
}) {
  const quantity = choosing.quantityOf(product.id);
  const soldOut = product.stockQuantity === 0;
  return (
    <article
      id={`p-${product.id}`}
      className="grid h-full scroll-mt-4 grid-cols-[min(7.5rem,35%)_minmax(0,1fr)] border-2 border-ink bg-paper sm:flex sm:flex-col"
    >
      {/* On a phone the picture keeps its shape in the corner, and the price has the full width below. */}
      <div
        className={`self-start border-r-2 border-b-2 border-ink sm:self-auto sm:border-r-0 ${eager ? "" : NEAR_ONLY}`}
      >
        <StorePicture
          imageKey={product.imageKey}
          sizes="(min-width: 1024px) 260px, (min-width: 640px) 30vw, 120px"
          eager={eager}
        />
      </div>
      <div className="min-w-0 px-3 pt-2 sm:pt-3">
        {product.category && <p className="text-sm text-muted">{product.category}</p>}
        <h3 className="font-semibold">{product.name}</h3>
        {product.description && <p className="line-clamp-2 text-sm text-muted">{product.description}</p>}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-1 gap-y-2 p-3 pt-2 sm:mt-auto">
        <p className="font-display text-lg font-bold tabular-nums">
          <Amount>{formatNaira(product.priceKobo)}</Amount>
        </p>
        {soldOut && quantity === 0 ? (
          <p className="flex min-h-12 items-center text-sm font-semibold text-muted">Sold out</p>
        ) : quantity === 0 ? (
          <StepButton
            choosing={choosing}
            product={product}
            step="add"
            className="min-h-12 border-2 border-ink bg-danfo px-3 text-sm font-semibold text-black"
          >
            Add to Cart
          </StepButton>
        ) : (
          <QuantityControl choosing={choosing} product={product} quantity={quantity} />
        )}
      </div>
    </article>
  );
}

const STEP = "grid size-11 place-items-center";

export function QuantityControl({
  choosing,
  product,
  quantity,
}: {
  choosing: QuantityProps;
  product: Choosable;
  quantity: number;
}) {
  const one = { choosing, product };
  return (
    <div
      role="group"
      aria-label={`Quantity of ${product.name}`}
      className="flex flex-wrap items-center border-2 border-ink"
    >
      <StepButton {...one} step="less" label={`One less ${product.name}`} className={`${STEP} hover:bg-card`}>
        <Minus aria-hidden className="size-4" />
      </StepButton>
      <output className="min-w-6 text-center font-semibold tabular-nums" aria-live="polite">
        {quantity}
      </output>
      <StepButton
        {...one}
        step="add"
        label={`One more ${product.name}`}
        className={`${STEP} bg-danfo text-black`}
      >
        <Plus aria-hidden className="size-4" />
      </StepButton>
    </div>
  );
}

type StepProps = {
  choosing: QuantityProps;
  product: Choosable;
  step: "add" | "less";
  label?: string;
  className: string;
  children: React.ReactNode;
};

function StepButton({ choosing, product, step, label, className, children }: StepProps) {
  return (
    <button
      type="submit"
      form="selection-steps"
      name={step}
      value={product.id}
      aria-label={label ?? `Add to Cart: ${product.name}`}
      className={className}
      onClick={(event) => {
        if (!choosing.live) return;
        event.preventDefault();
        if (step === "add") choosing.add(product);
        else choosing.take(product.id);
      }}
    >
      {children}
    </button>
  );
}
