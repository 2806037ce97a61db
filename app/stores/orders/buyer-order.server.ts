/** An order for its buyer. Everybody with the secret URL of the order's page may read the order (ORDER-6). */
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { bookings, orderLines, orders, refusedAddresses, stores } from "../../platform/db/schema.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import type { Services } from "../../platform/services.server.ts";
import { deliverTo } from "../../domain/order-destination.ts";
import { followedStatus } from "./followed-status.server.ts";
import { shownStatus } from "./order-progress.ts";
import { orderChat, type TextLine } from "./order-text.ts";

const TOKEN = /^[\w-]{22}$/;

const orderByToken = preparedOnce((db) =>
  db
    .select({
      id: orders.id,
      code: orders.code,
      viewToken: orders.viewToken,
      status: orders.status,
      totalKobo: orders.totalKobo,
      buyerName: orders.buyerName,
      deliveryAddress: orders.deliveryAddress,
      deliveryState: orders.deliveryState,
      landmark: orders.landmark,
      createdAt: orders.createdAt,
      storeId: stores.id,
      storeName: stores.businessName,
      storeSlug: stores.slug,
      storePhone: stores.phone,
      storeAddress: stores.address,
      /** MAIL-5: true if mails to the store's address are refused, so that the store may not know about the order. */
      storeMissesMail: sql<boolean>`exists (
        select from ${refusedAddresses} where ${refusedAddresses.address} = lower(${stores.email}))`,
      lines: sql<TextLine[]>`(
        select coalesce(json_agg(json_build_object('name', l.name, 'quantity', l.quantity, 'unitPriceKobo', l.unit_price_kobo) order by l.position), '[]')
        from ${orderLines} l where l.order_id = orders.id)`,
      trackingCode: bookings.trackingCode,
      deliveryStatus: bookings.status,
      followedStatus,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(bookings, eq(bookings.orderId, orders.id))
    .where(eq(orders.viewToken, sql.placeholder("token")))
    .limit(1)
    .prepare("buyer_order"),
);

export type BuyerOrder = Awaited<ReturnType<ReturnType<typeof orderByToken>["execute"]>>[number];

/** Finds the order whose page has this token, with store, lines (kobo) and booked delivery. Null if unknown. */
export async function findBuyerOrder(db: Db, token: string): Promise<BuyerOrder | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await orderByToken(db).execute({ token });
  return row ? { ...row, status: shownStatus(row.status, row.followedStatus) } : null;
}

/**
 * Returns the link to a WhatsApp chat about the order, and the label of its button. The chat is with the store, or with
 * the company if the store has no phone number.
 */
export async function chatLink(
  order: BuyerOrder,
  { origin, company }: Pick<Services, "origin" | "company">,
): Promise<{ label: string; href: string }> {
  const { label, text } = orderChat(order.status, {
    storeName: order.storeName,
    code: order.code,
    lines: order.lines,
    totalKobo: order.totalKobo,
    deliverTo: deliverTo(order),
    page: `${origin}/orders/${order.viewToken}`,
  });
  return { label, href: whatsappLink(order.storePhone || (await company()).whatsapp, text) };
}

/** Returns the link to the WhatsApp chat about a new order. */
export async function chatOfOrder(
  services: Pick<Services, "db" | "origin" | "company">,
  token: string,
): Promise<string> {
  const order = await findBuyerOrder(services.db, token);
  if (!order) throw new Error("a placed order is not there");
  return (await chatLink(order, services)).href;
}
