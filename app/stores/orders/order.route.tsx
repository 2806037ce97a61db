/** ORDER-6: the buyer's page of an order. Its secret URL is hidden from search engines and from Referer headers. */
import { data, Link } from "react-router";
import type { Route } from "./+types/order.route";
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { BookingStatusBadge } from "../../parcels/bookings/booking-status-badge.tsx";
import { servicesContext } from "../../platform/context.ts";
import type { Services } from "../../platform/services.server.ts";
import { priceOf } from "../../money/prices/price-of.server.ts";
import { isOpenOrder } from "../../domain/order-status.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { useLive } from "../../platform/live/use-live.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { Amount } from "../../ui/amount.tsx";
import { chatLink, findBuyerOrder, type BuyerOrder } from "./buyer-order.server.ts";
import { deliveryCost } from "../storefront/delivery-cost.server.ts";
import { PROGRESS_NEWS, progressOf } from "./order-progress.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { deliverTo } from "../../domain/order-destination.ts";
import type { TextLine } from "./order-text.ts";
import { formatNaira } from "../../domain/money.ts";
import { companyTitle } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = (args) => [
  {
    title: companyTitle(args, args.loaderData ? `Order ${args.loaderData.order.code}` : "Not found"),
  },
  { name: "robots", content: "noindex, nofollow" },
  { name: "referrer", content: "no-referrer" },
];

export function headers() {
  return {
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const found = await findBuyerOrder(services.db, params.viewToken);
  if (!found) throw data(null, { status: 404 });
  const { id: _, storeId: __, ...order } = found;
  return {
    order: {
      ...order,
      deliverTo: deliverTo(found),
      phoneText: order.storePhone && formatPhone(order.storePhone),
    },
    chat: await chatLink(found, services),
    delivery: await deliveryText(services, found),
  };
}

/** ORDER-9: says what the delivery will cost. Null if the order is over, or if the buyer collects the order. */
async function deliveryText(services: Services, order: BuyerOrder): Promise<string | null> {
  if (!order.deliveryAddress || !isOpenOrder(order.status)) return null;
  const booked = order.trackingCode && (await priceOf(services.db, order.trackingCode));
  const cost = booked
    ? formatNaira(booked)
    : await deliveryCost(services, order.storeAddress, order.deliveryState);
  return `Delivery: ${cost}. It is not in the total. You pay the store for the delivery.`;
}

export default function OrderPage({ loaderData: { order, chat, delivery } }: Route.ComponentProps) {
  const connection = useLive(`/live/order/${order.viewToken}`);
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8">
      <h1 tabIndex={-1} className="font-display text-3xl font-extrabold sm:text-4xl">
        Your order
      </h1>
      <p className="mt-2 text-muted">
        From{" "}
        <Link
          to={`/stores/${order.storeSlug}`}
          className="font-semibold text-ink underline underline-offset-4"
        >
          {order.storeName}
        </Link>
        , <time dateTime={order.createdAt.toISOString()}>{formatDateTime(order.createdAt)}</time>
      </p>
      <PerforatedCard className="mt-6">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <p className="text-sm font-semibold text-muted">Order code</p>
            <p className="font-display text-2xl font-extrabold tracking-wider tabular-nums sm:text-3xl">
              {order.code}
            </p>
            <div className="mt-2">
              <CopyButton
                text={order.code}
                label="Copy code"
                copiedToast={{ title: "Copied!", text: "Order code copied to clipboard." }}
              />
            </div>
          </div>
          <div aria-live="polite">
            <OrderStatusBadge order={order} />
          </div>
        </div>
        <p className="mt-4 max-w-prose">{PROGRESS_NEWS[progressOf(order)]}</p>
        {order.storeMissesMail && order.status === "new" && <StoreMissesMail />}
        <ButtonLink
          href={chat.href}
          external
          variant={order.status === "new" ? "primary" : "secondary"}
          className="mt-4 w-full sm:w-auto"
        >
          {chat.label}
        </ButtonLink>
        <OrderLines lines={order.lines} total={formatNaira(order.totalKobo)} />
        {order.deliverTo && (
          <p className="mt-4">
            <span className="font-semibold">Deliver to</span> {order.deliverTo}
            {delivery && <span className="block text-muted">{delivery}</span>}
          </p>
        )}
        {order.trackingCode && order.deliveryStatus && (
          <Delivery code={order.trackingCode} status={order.deliveryStatus} />
        )}
        <StoreAddress order={order} />
        <ConnectionLine connection={connection} />
      </PerforatedCard>
      <p className="mt-4 text-muted">Save this page. Anyone who has its link can see the order.</p>
    </div>
  );
}

function ConnectionLine({ connection }: { connection: ReturnType<typeof useLive> }) {
  if (connection === "disabled") return null;
  return (
    <p className="mt-2 text-sm text-muted" role="status">
      {connection === "open"
        ? "Updates appear here automatically."
        : "Network is poor. Still checking for updates."}
    </p>
  );
}

function StoreAddress({ order }: Pick<Route.ComponentProps["loaderData"], "order">) {
  return (
    <address className="mt-6 border-t-2 border-dashed border-line pt-4 not-italic">
      <p className="font-semibold">{order.storeName}</p>
      <p>{order.storeAddress}</p>
      {order.storePhone && (
        <a
          href={`tel:${order.storePhone}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {order.phoneText}
        </a>
      )}
    </address>
  );
}

/** MAIL-5: asks the buyer to tell the store about the order, because mails to the store's address are refused. */
const StoreMissesMail = () => (
  <p className="mt-4 max-w-prose border-l-8 border-stop bg-paper px-4 py-3">
    <strong>Our email about this order did not reach the store.</strong> Tell it with the button below.
  </p>
);

/**
 * Lists the lines. An amount wraps below its product if there is too little space, as with double text size (WEB-5).
 */
function OrderLines({ lines, total }: { lines: readonly TextLine[]; total: string }) {
  return (
    <section aria-label="What you ordered" className="mt-6">
      <ul className="border-y-2 border-dashed border-line py-2">
        {lines.map(({ name, quantity, unitPriceKobo }, index) => (
          <li key={index} className="flex flex-wrap gap-x-4 py-2">
            <span className="grow">
              <span className="font-semibold">{name}</span>{" "}
              <span className="text-muted">
                {quantity} × <Amount>{formatNaira(unitPriceKobo)}</Amount>
              </span>
            </span>
            <span className="ml-auto font-semibold">
              <Amount>{formatNaira(quantity * unitPriceKobo)}</Amount>
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap justify-between gap-x-4 pt-3">
        <span className="font-semibold">Total</span>
        <span className="ml-auto font-display text-2xl font-bold">
          <Amount>{total}</Amount>
        </span>
      </p>
    </section>
  );
}

function Delivery({ code, status }: { code: string; status: BookingStatus }) {
  return (
    <section aria-labelledby="delivery" className="mt-6 border-2 border-ink bg-paper p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="delivery" className="font-display text-lg font-bold">
          Delivery
        </h2>
        <BookingStatusBadge status={status} />
      </div>
      <p className="mt-1 font-display font-bold tracking-wide tabular-nums">{readableTrackingCode(code)}</p>
      <Link
        to={`/track?code=${code}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        aria-label={`Track this delivery: ${BOOKING_STATUS_LABELS[status]}`}
      >
        Track this delivery
      </Link>
    </section>
  );
}
