/** A role that runs the product and owns nothing: it can use every table, and change the shape of none. */
import pg from "pg";
import { quote } from "./backup-tables.ts";

const SCHEMAS = ["public", "drizzle", "pgboss"];

/**
 * Gives a role what the product needs to run, on the tables there are. The activity log it may read and add to, nothing
 * else; its trigger is the owner's. Only the owner can give this.
 */
export async function grantAppRole(client: pg.ClientBase, role: string): Promise<void> {
  const to = quote(role);
  const schemas = SCHEMAS.map(quote).join(", ");
  for (const statement of [
    `grant usage on schema ${schemas} to ${to}`,
    `grant select, insert, update, delete on all tables in schema ${schemas} to ${to}`,
    `grant usage, select on all sequences in schema ${schemas} to ${to}`,
    `grant execute on all functions in schema ${schemas} to ${to}`,
    `revoke update, delete, truncate on public.activity_logs from ${to}`,
    `revoke insert, update, delete on all tables in schema drizzle from ${to}`,
  ])
    await client.query(statement);
}

/** The roles that others than the owner use the tables with: what restored tables must be granted to again. */
export async function rolesWithRights(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct r.rolname as role from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.grantee <> c.relowner and a.privilege_type = 'INSERT'`,
  );
  return rows.map(({ role }) => role);
}
