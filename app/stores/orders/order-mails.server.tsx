/** The mail that tells a store about a new order. */
import { asc, eq } from "drizzle-orm";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { orderLines, orders, stores } from "../../platform/db/schema.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { formatPhone } from "../../domain/phone.ts";
import { MailButton, MailCode, MailFacts, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import { orderLinesText } from "../../domain/order-lines.ts";
import { deliverTo } from "../../domain/order-destination.ts";

const LONGEST_SUBJECT = 80;

/** No mail is sent if the order no longer exists. */
export const orderReceivedMail: MailText<"order_received"> = async (services, { orderId }) => {
  const { db, origin } = services;
  const [row] = await db
    .select({ order: orders, store: stores })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(eq(orders.id, orderId));
  if (!row) return null;
  const { order, store } = row;
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  const link = `${origin}/store/dashboard/orders?store=${store.slug}&view=${order.id}`;
  const goods: [string, string][] = lines.map((line) => [
    `${line.quantity} x ${withoutLinks(line.name)}`,
    formatNaira(line.quantity * line.unitPriceKobo),
  ]);
  const facts: [string, string][] = [
    ["Total", formatNaira(order.totalKobo)],
    ["Buyer", order.buyerName ? withoutLinks(order.buyerName) : "Not given"],
    ["Phone", order.buyerPhone ? formatPhone(order.buyerPhone) : "Not given"],
    ["Deliver to", withoutLinks(deliverTo(order) ?? "Not given: the buyer collects it, or writes to you")],
    ["When", formatDateTime(order.createdAt)],
  ];
  const name = withoutLinks(store.businessName);
  const company = await services.company();
  const who = [order.buyerName && withoutLinks(order.buyerName), formatNaira(order.totalKobo)]
    .filter(Boolean)
    .join(", ");
  const goodsText = orderLinesText(
    lines.map(({ name, quantity }) => ({ name: withoutLinks(name), quantity })),
    LONGEST_SUBJECT,
  );
  const news = `${name} has a new order. The buyer may also write to you on WhatsApp and name its code.`;
  return {
    to: { name, address: store.email },
    subject: `New order ${order.code}: ${who}, ${goodsText}`,
    text: mailText(company, [news, `Order code: ${order.code}`, goods, facts, `See the order: ${link}`]),
    html: mailHtml(
      company,
      "New order",
      `${order.code}: ${who}`,
      <>
        <p>{news}</p>
        <MailCode>{order.code}</MailCode>
        <MailFacts rows={goods} amounts />
        <hr style={{ border: 0, borderTop: "1px solid #DCD3BF", margin: "12px 0" }} />
        <MailFacts rows={facts} />
        <MailButton href={link}>See the order</MailButton>
      </>,
    ),
  };
};
