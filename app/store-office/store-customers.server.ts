/**
 * The buyers of a store, derived from its orders: by phone, else by name (ignoring case). Orders with neither are left
 * out.
 */
import { sql } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { orders, partners } from "../platform/db/schema.ts";
import { paginate, type Cursor, type Page } from "../platform/http/keyset.ts";
import type { StoreOwner } from "../domain/actor.ts";

export const PAGE_SIZE = 25;

export type StoreCustomer = {
  /** The id and time of the last order: the cursor of the list. */
  id: string;
  createdAt: Date;
  name: string | null;
  phone: string | null;
  orders: number;
  /** Kobo, of orders that were not cancelled. */
  spentKobo: number;
};
export type CustomerFilter = { search: string; cursor: Cursor | null; direction: "older" | "newer" };

type Raw = {
  id: string;
  last_at: Date | string;
  name: string | null;
  phone: string | null;
  orders: number;
  spent: number;
};

/** One page of a store's customers, those who ordered last first. Sums count orders that were not cancelled. */
export async function listStoreCustomers(
  db: Db,
  owner: StoreOwner,
  partnerId: string,
  filter: CustomerFilter,
): Promise<Page<StoreCustomer>> {
  const { search, cursor, direction } = filter;
  const way = direction === "newer" ? sql`asc` : sql`desc`;
  const beyond = direction === "newer" ? sql`>` : sql`<`;
  const { rows } = await db.execute<Raw>(sql`
    select * from (
      select
        (array_agg(${orders.id} order by ${orders.createdAt} desc, ${orders.id} desc))[1] as id,
        max(${orders.createdAt}) as last_at,
        (array_agg(${orders.buyerName} order by ${orders.createdAt} desc) filter (where ${orders.buyerName} is not null))[1] as name,
        max(${orders.buyerPhone}) as phone,
        count(*)::int as orders,
        coalesce(sum(${orders.totalKobo}) filter (where ${orders.status} <> 'cancelled'), 0)::float8 as spent
      from ${orders}
      join ${partners} on ${partners.id} = ${orders.partnerId}
      where ${partners.id} = ${partnerId} and ${partners.userId} = ${owner.person.id}
        and (${orders.buyerPhone} is not null or btrim(${orders.buyerName}) <> '')
      group by coalesce(${orders.buyerPhone}, lower(btrim(${orders.buyerName})))
    ) customers
    where ${search ? searched(search) : sql`true`}
      and ${cursor ? sql`(last_at, id) ${beyond} (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)` : sql`true`}
    order by last_at ${way}, id ${way}
    limit ${PAGE_SIZE + 1}`);
  const customers = rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.last_at),
    name: row.name,
    phone: row.phone,
    orders: row.orders,
    spentKobo: row.spent,
  }));
  return paginate(customers, PAGE_SIZE, direction, cursor);
}

function searched(search: string) {
  const like = (text: string) => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  const digits = search.replace(/[\s()+.-]/g, "");
  const name = sql`lower(coalesce(name, '')) like ${like(search.toLowerCase())}`;
  return /^\d{4,15}$/.test(digits) ? sql`(${name} or phone like ${like(digits.replace(/^0/, ""))})` : name;
}
