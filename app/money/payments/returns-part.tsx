/** ONLINE-4: the provider's refund of an online payment, or a dispute about it, on the booking's money page. */
import { formatAmount } from "../../domain/money.ts";
import type { OnlineDispute } from "../../domain/payment.ts";
import type { Payment } from "./payment-entries.server.ts";
import type { OnlineReturned } from "./settle-returns.server.ts";

const DISPUTES: Record<OnlineDispute, string> = {
  open: "The payer disputes this payment at their bank. Answer at the provider before its deadline, or the money is paid back.",
  won: "The payer disputed this payment. It was decided in our favour.",
  lost: "The payer disputed this payment. It was decided for the payer: the provider pays the money back.",
  closed: "The payer disputed this payment. The dispute is closed: see at the provider how it ended.",
};
const REMAINS = "record what remains as a bank transfer with this reference.";

type Rows = readonly Pick<Payment, "id" | "method" | "reference" | "reverses">[];

export function ReturnsPart({ returns, payments }: { returns: readonly OnlineReturned[]; payments: Rows }) {
  return returns.map((one) => {
    const { id, reference, refundedAmount, dispute } = one;
    const { amount, currency } = came(one);
    return (
      <div key={id} className="mb-6 border-l-8 border-stop bg-card px-4 py-3">
        <p className="font-semibold wrap-anywhere">
          Online payment of {formatAmount(amount, currency)}, reference {reference}
        </p>
        {dispute && <p className="mt-1">{DISPUTES[dispute]}</p>}
        {refundedAmount !== null && <p className="mt-1">{paidBack(one, refundedAmount, payments)}</p>}
      </div>
    );
  });
}

function came({ kobo, receivedAmount, receivedCurrency }: OnlineReturned) {
  return { amount: receivedAmount ?? kobo, currency: receivedCurrency ?? "NGN" };
}

function paidBack(one: OnlineReturned, refunded: number, payments: Rows): string {
  const { amount, currency } = came(one);
  const whole = refunded === amount;
  const what = whole ? "all of it back" : `back ${formatAmount(refunded, currency)}`;
  return `The provider paid ${what}. ${whatToDo(one, whole, payments)}`;
}

function whatToDo({ reference, receivedAmount }: OnlineReturned, whole: boolean, payments: Rows): string {
  const paid = payments.find((one) => one.method === "online" && one.reference === reference);
  if (paid && payments.some(({ reverses }) => reverses === paid.id)) return "The payment is reversed.";
  if (paid) return `Reverse the payment, then ${REMAINS}`;
  // Staff resolve this mismatched payment on the page of payments (ONLINE-3), so this text names no next step.
  if (whole || receivedAmount !== null) return "It is not recorded as an online payment.";
  return `It is not recorded as an online payment: ${REMAINS}`;
}
