/** The quantity of a product. Without JavaScript the buttons submit a plain form. */
import { Minus, Plus } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { Choosable } from "./selection.ts";

export type QuantityProps = {
  quantityOf: (id: string) => number;
  add: (product: Choosable) => void;
  take: (id: string) => void;
  /** True if the browser changes the selection. False if each press of a button sends a request to the server. */
  live: boolean;
};

type CartProps = {
  choosing: QuantityProps;
  product: Choosable & { stockQuantity: number | null };
  /** True if the button shows its label on a phone, too. */
  wide?: boolean;
};

/**
 * Draws the button that adds the product. After the first press the quantity control replaces the button and gets the
 * focus.
 */
export function CartControl(props: CartProps) {
  const at = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isChosen = props.choosing.quantityOf(props.product.id) > 0;
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      [...(at.current?.querySelectorAll("button") ?? [])].at(-1)?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <div
      ref={at}
      className="w-fit"
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
    >
      <AddOrQuantity {...props} />
    </div>
  );
}

function AddOrQuantity({ choosing, product, wide = false }: CartProps) {
  const quantity = choosing.quantityOf(product.id);
  if (quantity > 0) return <QuantityControl choosing={choosing} product={product} quantity={quantity} />;
  if (product.stockQuantity === 0)
    return <p className="bg-paper px-3 py-2 text-sm font-semibold">Sold out</p>;
  return (
    <StepButton
      choosing={choosing}
      product={product}
      step="add"
      className="flex min-h-12 min-w-12 items-center justify-center gap-2 border-2 border-ink bg-danfo px-3 font-semibold text-black"
    >
      <Plus aria-hidden className="size-5 shrink-0" />
      <span className={wide ? "" : "max-sm:sr-only"}>Add to Cart</span>
    </StepButton>
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
      className="flex flex-wrap items-center border-2 border-ink bg-paper"
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
