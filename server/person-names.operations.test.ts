/**
 * RUN-6: no name of a person outlives its retention. Each table with a column whose name ends in 'name' gets two rows
 * that are seven years old: one of a record that has ended, and one of a record that is still open. After a round of
 * retention, no row contains the name, except in the columns of `STAYS`.
 */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../test/fixtures/file-services.ts";
import { purgeExpired } from "./retention.ts";

const { opened, services, db } = await fileServices();
const NAME = "Zuleikha Person";
const OLD = "now() - interval '7 years'";

/** The columns in which the name stays, by the reason why it stays. */
const STAYS: Record<string, string> = {
  "The name of a thing": `counters.name hubs.name one_time_seeds.name order_lines.name products.name runs.name
    businesses.name stores.business_name`,
  "It lasts as long as the account, and goes with it": `profiles.first_name profiles.last_name saved_receivers.full_name regular_pickups.name
    customer_summaries.account_name customer_summaries.booking_name`,
  "It goes with its count, a year later": "shelf_count_pieces.by_name",
  "The company's own bank account": "company_account.account_name",
  "The company's own name on receipts of before": "former_issuers.legal_name former_issuers.name",
  "A rider who works for us, and the phone that they have": "riders.name",
  "It goes with what is owed to the payee (DONE_PAYEE)": "payees.account_name",
};

type Column = { table: string; column: string; type: string; filled: boolean; keyed: boolean };

async function columnsOf(): Promise<Map<string, Column[]>> {
  const { rows } = await db.execute<Column>(sql`
    select c.table_name as "table", c.column_name as "column",
      case when c.data_type = 'ARRAY' then 'array' else c.data_type end as type,
      c.is_nullable = 'NO' as filled, c.identity_generation is not null as keyed
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    order by c.ordinal_position`);
  return Map.groupBy(rows, ({ table }) => table);
}

const isName = ({ column, type }: Column) => /(^|_)name$/.test(column) && type === "text";

/**
 * Returns a value that fits the type of a column. Times are seven years ago, texts are unique, and all ids are the
 * same.
 */
function valueOf(one: Column, id: string): string {
  if (isName(one)) return `'${NAME}'`;
  if (one.type === "uuid") return `'${id}'`;
  if (one.type.startsWith("timestamp")) return OLD;
  if (one.type === "date") return `(${OLD})::date`;
  if (one.type === "boolean") return "false";
  if (one.type === "jsonb") return "'{}'";
  if (one.type === "array") return "'{}'";
  if (one.type === "bytea") return "sha256(gen_random_uuid()::text::bytea)";
  return one.type === "text" ? "gen_random_uuid()::text" : "1";
}

/** Inserts a row into each table that has a name. If `ended` is true, also fills names and times that may be empty. */
async function insertPeople(tables: Map<string, Column[]>, ended: boolean): Promise<void> {
  const id = randomUUID();
  for (const [table, columns] of tables) {
    if (!columns.some(isName)) continue;
    const set = columns.filter(
      (one) => !one.keyed && (one.filled || (ended && (isName(one) || one.type.startsWith("timestamp")))),
    );
    const names = set.map(({ column }) => `"${column}"`).join(", ");
    const values = set.map((one) => valueOf(one, id)).join(", ");
    await db.execute(sql.raw(`insert into "${table}" (${names}) values (${values}) on conflict do nothing`));
  }
}

test("[RUN-6] seven years later no column has the name of a person, but for those that are listed with their reason", async () => {
  opened.clock.follow();
  const tables = await columnsOf();
  // Constraints and triggers are removed, so that a row can be inserted without the rows to which it refers.
  await db.execute(sql`do $$ declare one record; begin
    for one in select conrelid::regclass as t, conname from pg_constraint
      where contype in ('c', 'f') and connamespace = 'public'::regnamespace loop
      execute format('alter table %s drop constraint %I', one.t, one.conname);
    end loop;
    for one in select oid::regclass as t from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s disable trigger user', one.t);
    end loop;
  end $$`);
  for (const ended of [true, false]) await insertPeople(tables, ended);
  await db.execute(sql`do $$ declare one record; begin
    for one in select oid::regclass as t from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s enable trigger user', one.t);
    end loop;
  end $$`);
  await purgeExpired(services);
  const left: string[] = [];
  for (const { table, column } of [...tables.values()].flat().filter(isName)) {
    const { rows } = await db.execute<{ n: number }>(
      sql.raw(`select count(*)::int as n from "${table}" where "${column}" = '${NAME}'`),
    );
    if (rows[0]!.n > 0) left.push(`${table}.${column}`);
  }
  expect(left.toSorted()).toEqual(
    Object.values(STAYS)
      .flatMap((some) => some.trim().split(/\s+/))
      .toSorted(),
  );
});
