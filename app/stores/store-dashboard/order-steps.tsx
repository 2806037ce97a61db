/** The buttons that change an order's status. Each is a form, so that it works without JavaScript. */
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import type { OrderStatus } from "../../domain/order-status.ts";
import { isBookingNext, nextStep, type Order, stepLabel, stepsFrom } from "./next-order-steps.ts";

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
  const text = stepLabel(order, to);
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
  const next = nextStep(order);
  if (isBookingNext(order)) return <BookDelivery order={order} />;
  if (!next) return <span className="text-sm text-muted">None</span>;
  return <Step order={order} to={next} variant="secondary" />;
}

export function AllSteps({ order }: { order: Order }) {
  const next = nextStep(order);
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
      // The booking form is filled in from the order, and opens at the first part that is still empty.
      to={`/book?order=${order.id}#${order.deliveryAddress === null ? "receiver" : "package"}`}
    >
      Book delivery
    </ButtonLink>
  );
}
