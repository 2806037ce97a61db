/** The buttons that change an order's status. Each is a form, so that it works without JavaScript. */
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { shownStatus, type FollowedStatus } from "../orders/order-progress.ts";
import { ORDER_STATUS_LABELS, ORDER_STATUSES, type OrderStatus } from "../../domain/order-status.ts";

type Order = {
  id: string;
  version: number;
  status: OrderStatus;
  code: string;
  trackingCode: string | null;
  followedStatus: FollowedStatus;
  /** Null if the buyer collects the order. */
  deliveryAddress: string | null;
};

const NEXT: Partial<Record<OrderStatus, OrderStatus>> = {
  new: "confirmed",
  confirmed: "ready",
  ready: "completed",
};

const VERBS: Record<Exclude<OrderStatus, "new">, string> = {
  confirmed: "Confirm",
  ready: "Ready for pickup",
  completed: "Complete",
  cancelled: "Cancel order",
};
/** Returns the label of a status button. A status that the order already passed is worded as going back. */
export const stepLabel = (from: OrderStatus, to: OrderStatus): string =>
  to === "new" || ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
    ? `Back to ${ORDER_STATUS_LABELS[to]}`
    : VERBS[to];

function Step({
  order,
  to,
  variant,
}: {
  order: Order;
  to: OrderStatus;
  variant: "primary" | "secondary" | "quiet";
}) {
  const { state, formData } = useNavigation();
  const text = stepLabel(order.status, to);
  const busy = state !== "idle" && formData?.get("orderId") === order.id && formData.get("status") === to;
  return (
    <Form method="post" noValidate preventScrollReset>
      <FormOwnerField />
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="version" value={order.version} />
      <Button
        type="submit"
        size="sm"
        name="status"
        value={to}
        variant={variant}
        busy={busy}
        busyLabel="Saving..."
        aria-label={`${text}: order ${order.code}`}
      >
        {text}
      </Button>
    </Form>
  );
}

export function NextOrderStep({ order }: { order: Order }) {
  const next = NEXT[order.status];
  if (isBookingNext(order)) return <BookDelivery order={order} />;
  if (!next) return <span className="text-sm text-muted">None</span>;
  return <Step order={order} to={next} variant="secondary" />;
}

/** ORDER-5: true if the next step is to book the delivery. Only then is the booking button the yellow one. */
export const isBookingNext = ({ status, trackingCode, deliveryAddress }: Order): boolean =>
  (status === "confirmed" || status === "ready") && !trackingCode && deliveryAddress !== null;

/**
 * ORDER-10: returns the statuses that the owner can choose, without statuses that would not change the shown status.
 * For example, an order with a picked-up parcel cannot go back to Confirmed.
 */
export const stepsFrom = ({
  status,
  followedStatus,
}: Pick<Order, "status" | "followedStatus">): OrderStatus[] =>
  ORDER_STATUSES.filter((to) => shownStatus(to, followedStatus) !== status);

export function AllSteps({ order }: { order: Order }) {
  const next = NEXT[order.status];
  const others = stepsFrom(order).filter((status) => status !== next);
  return (
    <div className="flex flex-wrap gap-3">
      {next && <Step order={order} to={next} variant={isBookingNext(order) ? "secondary" : "primary"} />}
      {others.map((status) => (
        <Step key={status} order={order} to={status} variant="secondary" />
      ))}
    </div>
  );
}

export function BookDelivery({ order }: { order: Order }) {
  return (
    <ButtonLink
      size="sm"
      variant={isBookingNext(order) ? "primary" : "secondary"}
      // The booking form is filled in from the order, and opens at its first part that is not filled in.
      to={`/book?order=${order.id}#${order.deliveryAddress === null ? "receiver" : "package"}`}
    >
      Book delivery
    </ButtonLink>
  );
}
