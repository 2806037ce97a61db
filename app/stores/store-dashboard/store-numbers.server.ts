/** OWNER-4: the figures of a store's overview, from its products and orders. Days are Lagos days. */
import { sql } from "drizzle-orm";
import { orderLines, orders, stores, products } from "../../platform/db/schema.ts";
import { addDays, formatDate, lagosDay, startOfLagosDay } from "../../domain/dates.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Span } from "./trend.ts";
import type { StoreOwner } from "../../access/actor.ts";

export const DAYS = 30;

export type Day = {
  day: string;
  label: string;
  products: number;
  orders: number;
  customers: number;
  revenueKobo: number;
};
export type StoreNumbers = {
  products: { total: number; added: Span };
  orders: { total: number } & Span;
  customers: { total: number } & Span;
  /** The sum of confirmed, ready and completed orders, in kobo. */
  revenue: { totalKobo: number } & Span;
  days: Day[];
  top: { name: string; pieces: number; revenueKobo: number }[];
};

type Totals = Record<
  | "products"
  | "products_last"
  | "products_before"
  | "orders"
  | "orders_last"
  | "orders_before"
  | "customers_last"
  | "customers_before"
  | "revenue"
  | "revenue_last"
  | "revenue_before",
  number
>;

/**
 * Returns the totals, the figures of the last 30 Lagos days (including today) and of the 30 days before, the figures of
 * each day, and the five best-selling products. A customer counts once for each span of days in which the customer
 * ordered. The phone number, otherwise the name, identifies the customer of an order.
 */
export async function storeNumbers(
  { db, now }: Services,
  owner: StoreOwner,
  storeId: string,
): Promise<StoreNumbers> {
  const today = startOfLagosDay(now());
  const from = addDays(today, 1 - DAYS);
  const since = sql`${from.toISOString()}::timestamptz`;
  const before = sql`${addDays(from, -DAYS).toISOString()}::timestamptz`;
  const store = sql`(select ${stores.id} from ${stores} where ${stores.id} = ${storeId} and ${stores.userId} = ${owner.person.id})`;
  const who = sql`coalesce(buyer_phone, lower(nullif(btrim(buyer_name), '')))`;
  const sold = sql`status in ('confirmed', 'ready', 'completed')`;
  const last = sql`created_at >= ${since}`;
  const earlier = sql`created_at >= ${before} and created_at < ${since}`;
  const day = sql`to_char(created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD')`;
  const [totals, perDay, perDayProducts, top] = await Promise.all([
    db.execute<Totals>(sql`
      select p.*, o.* from
      (select count(*)::int as products, count(*) filter (where ${last})::int as products_last,
        count(*) filter (where ${earlier})::int as products_before
        from ${products} where store_id in ${store}) p,
      (select count(*)::int as orders, count(*) filter (where ${last})::int as orders_last,
        count(*) filter (where ${earlier})::int as orders_before,
        count(distinct ${who}) filter (where ${last})::int as customers_last,
        count(distinct ${who}) filter (where ${earlier})::int as customers_before,
        coalesce(sum(total_kobo) filter (where ${sold}), 0)::float8 as revenue,
        coalesce(sum(total_kobo) filter (where ${sold} and ${last}), 0)::float8 as revenue_last,
        coalesce(sum(total_kobo) filter (where ${sold} and ${earlier}), 0)::float8 as revenue_before
        from ${orders} where store_id in ${store}) o`),
    db.execute<{ day: string; orders: number; customers: number; revenue: number }>(sql`
      select ${day} as day, count(*)::int as orders, count(distinct ${who})::int as customers,
        coalesce(sum(total_kobo) filter (where ${sold}), 0)::float8 as revenue
      from ${orders} where store_id in ${store} and ${last} group by 1`),
    db.execute<{ day: string; products: number }>(sql`
      select ${day} as day, count(*)::int as products from ${products} where store_id in ${store} and ${last} group by 1`),
    db.execute<{ name: string; pieces: number; revenue: number }>(sql`
      select coalesce(max(p.name), max(l.name)) as name, sum(l.quantity)::int as pieces, sum(l.quantity * l.unit_price_kobo)::float8 as revenue
      from ${orders} o join ${orderLines} l on l.order_id = o.id left join ${products} p on p.id = l.product_id
      where o.store_id in ${store} and o.${sold}
      group by coalesce(l.product_id::text, lower(l.name)) order by pieces desc, revenue desc, name limit 5`),
  ]);
  const t = totals.rows[0]!;
  const days = new Map(perDay.rows.map((row) => [row.day, row]));
  const added = new Map(perDayProducts.rows.map((row) => [row.day, row.products]));
  return {
    products: { total: t.products, added: { last: t.products_last, before: t.products_before } },
    orders: { total: t.orders, last: t.orders_last, before: t.orders_before },
    customers: { total: t.customers_last, last: t.customers_last, before: t.customers_before },
    revenue: { totalKobo: t.revenue, last: t.revenue_last, before: t.revenue_before },
    days: Array.from({ length: DAYS }, (_, index) => {
      const at = addDays(from, index);
      const key = lagosDay(at);
      const row = days.get(key);
      return {
        day: key,
        label: formatDate(at),
        products: added.get(key) ?? 0,
        orders: row?.orders ?? 0,
        customers: row?.customers ?? 0,
        revenueKobo: row?.revenue ?? 0,
      };
    }),
    top: top.rows.map((row) => ({ name: row.name, pieces: row.pieces, revenueKobo: row.revenue })),
  };
}
