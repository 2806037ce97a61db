/** The buttons that change an order's status. Each is a form, so that it works without JavaScript. */
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ORDER_STATUSES, type OrderStatus } from "../domain/order-status.ts";

type Order = {
  id: string;
  version: number;
  status: OrderStatus;
  code: string;
  trackingCode: string | null;
};

/** The usual next status. */
const NEXT: Partial<Record<OrderStatus, OrderStatus>> = {
  new: "confirmed",
  confirmed: "ready",
  ready: "completed",
};

const VERBS: Record<OrderStatus, string> = {
  new: "Back to New",
  confirmed: "Confirm",
  ready: "Ready for pickup",
  completed: "Complete",
  cancelled: "Cancel order",
};

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
  const busy = state !== "idle" && formData?.get("orderId") === order.id && formData.get("status") === to;
  return (
    <Form method="post" noValidate preventScrollReset>
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
        aria-label={`${VERBS[to]}: order ${order.code}`}
      >
        {VERBS[to]}
      </Button>
    </Form>
  );
}

/** The button for the next status, in a list. */
export function NextStep({ order }: { order: Order }) {
  const next = NEXT[order.status];
  if (isBookingNext(order)) return <BookDelivery order={order} />;
  if (!next) return <span className="text-sm text-muted">None</span>;
  return <Step order={order} to={next} variant="secondary" />;
}

/** Whether the delivery is what comes next: it has the one yellow button of the view then. */
export const isBookingNext = ({ status, trackingCode }: Order): boolean =>
  status === "ready" && !trackingCode;

/** All buttons, in an order's own view. */
export function AllSteps({ order }: { order: Order }) {
  const next = NEXT[order.status];
  const others = ORDER_STATUSES.filter((status) => status !== order.status && status !== next);
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
      to={`/book?order=${order.id}`}
    >
      Book delivery
    </ButtonLink>
  );
}
