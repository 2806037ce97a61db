/** One order: buyer, lines, status and actions. */
import { Link, useLocation } from "react-router";
import { BookingStatusBadge } from "../../parcels/bookings/booking-status-badge.tsx";
import { formatDateTime } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { LaneDivider } from "../../ui/lane-divider.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Amount } from "../../ui/amount.tsx";
import { AllSteps, BookDelivery } from "./order-steps.tsx";
import { deliverTo } from "../../domain/order-destination.ts";
import { OrderStatusBadge } from "../orders/order-status-badge.tsx";
import { ORDER_STATUS_LABELS } from "../../domain/order-status.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { formatNaira } from "../../domain/money.ts";
import { haveReady } from "../../domain/door-amount.ts";
import type { StoreOrder } from "./store-orders.server.ts";

/** `receipt`: the path of the page on which the store pays the delivery. Null if nothing is left to pay. */
export function OrderDetail({ order, receipt }: { order: StoreOrder; receipt: string | null }) {
  const link = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <OrderStatusBadge order={order} />
        <time dateTime={order.createdAt.toISOString()} className="text-sm text-muted">
          {formatDateTime(order.createdAt)}
        </time>
      </div>
      <div>
        <h3 className="font-display font-bold">Buyer</h3>
        <p>{order.buyerName ?? "No name given"}</p>
        {order.buyerPhone ? (
          <p className="flex flex-wrap gap-x-5">
            <a className={link} href={`tel:${order.buyerPhone}`}>
              {formatPhone(order.buyerPhone)}
            </a>
            <a
              className={link}
              href={whatsappLink(
                order.buyerPhone,
                `Hello${order.buyerName ? ` ${order.buyerName}` : ""}, about your order ${order.code}: ${toHaveReady(order)}`.trimEnd(),
              )}
              target="_blank"
              rel="noopener"
            >
              WhatsApp
            </a>
          </p>
        ) : (
          <p className="text-sm text-muted">
            No phone number given. Look for the code in your WhatsApp chats {order.code}.
          </p>
        )}
      </div>
      <div>
        <h3 className="font-display font-bold">Deliver to</h3>
        <p>{deliverTo(order) ?? "No address given: the buyer collects the order, or writes to you."}</p>
      </div>
      <Lines order={order} />
      <LaneDivider />
      <div>
        <Delivery order={order} />
        {receipt && (
          <p>
            To pay <Amount>{formatNaira(order.toPayKobo)}</Amount>:{" "}
            <TextLink to={receipt}>how to pay</TextLink>
          </p>
        )}
      </div>
      <div>
        <h3 className="mb-2 font-display font-bold">Move this order</h3>
        <AllSteps order={order} />
      </div>
      <div>
        <h3 className="font-display font-bold">History</h3>
        <ol className="mt-1 grid gap-1 text-sm">{order.events.map(historyLine)}</ol>
      </div>
    </div>
  );
}

/** COD-8: says how much money the buyer should have ready. Empty unless the delivery is on the way. */
const toHaveReady = ({ deliveryStatus, door, doorWays }: StoreOrder) =>
  deliveryStatus && isOnTheWay(deliveryStatus) ? haveReady(door, doorWays) : "";

const historyLine = ({ id, at, toStatus, byName }: StoreOrder["events"][number]) => (
  <li key={id} className="flex flex-wrap gap-x-3">
    <time dateTime={at.toISOString()} className="text-muted">
      {formatDateTime(at)}
    </time>
    <span className="font-semibold">{ORDER_STATUS_LABELS[toStatus]}</span>
    {byName && <span className="text-muted">{byName}</span>}
  </li>
);

function Lines({ order }: { order: StoreOrder }) {
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">What is ordered</caption>
      <thead className="border-b-2 border-ink text-left text-sm">
        <tr>
          <th scope="col" className="py-1">
            Product
          </th>
          <th scope="col" className="px-2 py-1 text-right">
            Quantity
          </th>
          <th scope="col" className="py-1 text-right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.id} className="border-b border-line">
            <td className="py-1.5">
              {line.name}
              <span className="block text-sm text-muted">
                <Amount>{formatNaira(line.unitPriceKobo)}</Amount> each
              </span>
            </td>
            <td className="px-2 py-1.5 text-right align-top">{line.quantity}</td>
            <td className="py-1.5 text-right align-top whitespace-nowrap">
              <Amount>{formatNaira(line.unitPriceKobo * line.quantity)}</Amount>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-bold">
          <th scope="row" colSpan={2} className="py-2 text-left">
            Total
          </th>
          <td className="py-2 text-right">
            <Amount>{formatNaira(order.totalKobo)}</Amount>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Returns the waybill's URL. If the owner has several stores, the URL keeps the selected store. */
function waybillLink(code: string, search: string): string {
  const store = new URLSearchParams(search).get("store");
  const params = new URLSearchParams([...(store ? [["store", store]] : []), ["code", code]]);
  return `/store/dashboard/waybills?${params}`;
}

function Delivery({ order }: { order: StoreOrder }) {
  const { search } = useLocation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h3 className="font-display font-bold">Delivery</h3>
      {order.trackingCode && order.deliveryStatus ? (
        <p className="flex flex-wrap items-center gap-3">
          <Link
            to={`/track?code=${order.trackingCode}`}
            className="inline-flex min-h-11 items-center font-display font-bold tracking-wide underline underline-offset-4"
          >
            {order.trackingCode}
          </Link>
          <BookingStatusBadge status={order.deliveryStatus} />
          <ButtonLink size="sm" variant="secondary" to={waybillLink(order.trackingCode, search)}>
            Print waybill
          </ButtonLink>
          {order.proven && (
            <ButtonLink
              size="sm"
              variant="secondary"
              to={`/store/dashboard/proof/${order.trackingCode}${search}`}
            >
              Proof of delivery
            </ButtonLink>
          )}
        </p>
      ) : (
        <BookDelivery order={order} />
      )}
    </div>
  );
}
