/**
 * The customers of a store, derived from its orders. Orders with the same phone number have the same customer. Orders
 * without a phone number have the same customer if the name in lower case is the same. Orders with neither a phone
 * number nor a name are left out.
 */
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { orders, stores } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { foldedForSearch, searchCondition } from "../../platform/http/search.server.ts";
import { ownStore } from "./my-stores.server.ts";
import type { StoreOwner } from "../../access/actor.ts";

export const PAGE_SIZE = 25;

export type StoreCustomer = {
  /** The id and time of the customer's last order. The next page of the list continues after this order. */
  id: string;
  createdAt: Date;
  name: string | null;
  phone: string | null;
  orders: number;
  /** The sum of the customer's orders in kobo, without cancelled orders. */
  spentKobo: number;
};
export type StoreCustomerFilter = { search: string } & PageParams;

/**
 * The expression that is equal for all orders of a customer: the phone number, otherwise the name in lower case. The
 * index `orders_buyer` uses the same expression.
 */
const buyer = sql`coalesce(${orders.buyerPhone}, nullif(lower(btrim(${orders.buyerName})), ''))`;
const ofBuyer = (other: string) =>
  sql.raw(`coalesce(${other}.buyer_phone, nullif(lower(btrim(${other}.buyer_name)), ''))`);

/**
 * Lists one page of customers. The customer with the latest order is first. The sums do not contain cancelled orders.
 * The query reads the store's orders by date, newest first, and keeps each customer's last order, which it finds by an
 * index.
 */
export async function listStoreCustomers(
  db: Db,
  owner: StoreOwner,
  storeId: string,
  filter: StoreCustomerFilter,
): Promise<Page<StoreCustomer>> {
  const { where, orderBy } = keyset([orders.createdAt, orders.id], filter);
  const sameBuyer = (other: string) =>
    sql`${sql.raw(other)}.store_id = ${orders.storeId} and ${ofBuyer(other)} = ${buyer}`;
  const name = sql<string | null>`(
    select named.buyer_name from ${orders} named where ${sameBuyer("named")} and named.buyer_name is not null
    order by named.created_at desc limit 1)`;
  const isLast = sql`${orders.id} = (
    select newest.id from ${orders} newest where ${sameBuyer("newest")}
    order by newest.created_at desc, newest.id desc limit 1)`;
  const found = searchCondition(
    foldedForSearch(sql`coalesce(${name}, '') || ' ' || coalesce(${orders.buyerPhone}, '')`),
    filter.search,
    { phones: true },
  );
  const customers = await db
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      name,
      phone: orders.buyerPhone,
      orders: sql<number>`(select count(*)::int from ${orders} one where ${sameBuyer("one")})`,
      spentKobo: sql<number>`(
        select coalesce(sum(one.total_kobo) filter (where one.status <> 'cancelled'), 0)::float8
        from ${orders} one where ${sameBuyer("one")})`,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(and(ownStore(owner, storeId), sql`${buyer} is not null`, where, isLast, found))
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(customers, PAGE_SIZE, filter);
}

/** Counts the customers up to 1,000. */
export const countStoreCustomers = (db: Db, owner: StoreOwner, storeId: string): Promise<number> =>
  countUpTo(
    db,
    sql`(select distinct ${buyer} from ${orders} inner join ${stores} on ${stores.id} = ${orders.storeId}
      where ${ownStore(owner, storeId)} and ${buyer} is not null) buyers`,
  );
