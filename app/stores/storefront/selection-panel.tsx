/** STORE-2: 'Your Selection': lines, a total, and the order form. */
import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { MessageCircle } from "lucide-react";
import { formatNaira } from "../../domain/money.ts";
import { writeAskedLines, type OrderChange } from "../orders/order.ts";
import { Button } from "../../ui/button.tsx";
import { focusFirst, FormErrors, KeyedForm } from "../../ui/form.tsx";
import { Amount } from "../../ui/amount.tsx";
import { BuyerFields } from "./buyer-fields.tsx";
import { QuantityControl, type QuantityProps } from "./quantity-control.tsx";
import { itemCountOf, selectionTotal, type SelectionLine } from "./selection.ts";

type Props = {
  lines: SelectionLine[];
  choosing: QuantityProps;
  /** ORDER-9: the cost of delivery in words. */
  delivery: string;
  formKey: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  changes: OrderChange[];
  onSent: () => void;
};

export function SelectionPanel({
  lines,
  choosing,
  delivery,
  formKey,
  errors,
  values,
  changes,
  onSent,
}: Props) {
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";
  const sent =
    navigation.state === "loading" &&
    navigation.formMethod === "POST" &&
    navigation.location.pathname.startsWith("/orders/");
  useEffect(() => {
    if (sent) onSent();
  }, [sent, onSent]);
  // If the order was refused, the focus moves to the first wrong field. If no field is wrong, it moves to the list of
  // changed lines or to the error.
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (panel.current && (changes.length > 0 || Object.keys(errors).length > 0))
      focusFirst(panel.current, errors);
  }, [changes, errors]);
  const count = itemCountOf(lines);
  return (
    <section ref={panel} id="selection" aria-labelledby="selection-head" className="scroll-mt-4 bg-card">
      <h2
        id="selection-head"
        className="flex items-center justify-between gap-3 bg-danfo px-4 py-3 font-display text-xl font-bold text-black"
      >
        Your Selection
        {count > 0 && (
          <span className="text-base tabular-nums">{count === 1 ? "1 item" : `${count} items`}</span>
        )}
      </h2>
      <div className="p-4">
        {changes.length > 0 && <Changes changes={changes} left={lines.length > 0} />}
        {lines.length === 0 ? (
          <p className="text-muted">Your selection is empty. Add products to get started.</p>
        ) : (
          <>
            <Lines {...{ lines, choosing }} />
            <p className="mt-1 text-sm text-muted">
              Delivery is not in the total. {delivery}. You pay the store for the delivery.
            </p>
            <OrderForm {...{ lines, formKey, errors, values, busy }} isChanged={changes.length > 0} />
          </>
        )}
      </div>
    </section>
  );
}

function Lines({ lines, choosing }: Pick<Props, "lines" | "choosing">) {
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="py-3 first:pt-0">
            <p className="font-semibold">{line.name}</p>
            <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
              <QuantityControl choosing={choosing} product={line} quantity={line.quantity} />
              <p className="text-right tabular-nums">
                <span className="block font-semibold">
                  <Amount>{formatNaira(line.quantity * line.priceKobo)}</Amount>
                </span>
                {line.quantity > 1 && (
                  <span className="block text-sm text-muted">
                    <Amount>{formatNaira(line.priceKobo)}</Amount> each
                  </span>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between border-t border-line pt-3">
        <span className="font-semibold">Total</span>
        <strong className="font-display text-2xl tabular-nums">
          <Amount>{formatNaira(selectionTotal(lines))}</Amount>
        </strong>
      </p>
    </>
  );
}

type OrderFormProps = Pick<Props, "lines" | "formKey" | "errors" | "values"> & {
  busy: boolean;
  isChanged: boolean;
};

function OrderForm({ lines, formKey, errors, values, busy, isChanged }: OrderFormProps) {
  const { lines: unreadable, ...others } = errors;
  const formErrors: Record<string, string> = unreadable ? { ...others, form: unreadable } : others;
  return (
    <KeyedForm formKey={formKey} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <input
        type="hidden"
        name="lines"
        value={writeAskedLines(
          lines.map((line) => ({
            productId: line.id,
            quantity: line.quantity,
            priceKobo: line.priceKobo,
          })),
        )}
      />
      <FormErrors errors={formErrors} labels={{ buyerName: "Your name", buyerPhone: "Your phone" }} />
      <BuyerFields errors={errors} values={values} />
      <Button type="submit" busy={busy} busyLabel="Sending your order..." className="w-full">
        <MessageCircle aria-hidden className="size-5" />
        {isChanged ? "Confirm and Book Delivery on WhatsApp" : "Book Delivery on WhatsApp"}
      </Button>
      <p className="text-sm text-muted">
        You pay nothing here. WhatsApp opens with your order, ready to send to the store.
      </p>
    </KeyedForm>
  );
}

function Changes({ changes, left }: { changes: OrderChange[]; left: boolean }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-form-errors
      className="mb-4 border-l-8 border-stop bg-paper px-3 py-2"
    >
      <p className="font-semibold">
        The store changed something after you opened this page. Nothing has been ordered yet.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {changes.map((change) => (
          <li key={`${change.kind}-${change.productId}`}>{changeText(change)}</li>
        ))}
      </ul>
      <p className="mt-1">
        {left
          ? "Your selection below is up to date. Check it and confirm."
          : "Nothing you selected is available now. Choose something else."}
      </p>
    </div>
  );
}

function changeText(change: OrderChange): string {
  switch (change.kind) {
    case "price":
      return `${change.name} now costs ${formatNaira(change.newKobo)} instead of ${formatNaira(change.oldKobo)}.`;
    case "less":
      return `${change.name}: ${change.left === 1 ? "only 1 is" : `only ${change.left} are`} left; you asked for ${change.wanted}.`;
    case "gone":
      return `${change.name ?? "A product"} is no longer available.`;
  }
}
