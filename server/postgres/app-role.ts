/** A database role that runs the product and owns nothing: it can use every table and cannot alter any. */
import pg from "pg";
import { quote } from "../backup/backup-tables.ts";

const SCHEMAS = ["public", "drizzle", "pgboss"];

/**
 * Grants a role the rights on the existing tables that the product needs. On the activity log the role may only read
 * and insert. Only the owner of the tables can grant these rights.
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

/**
 * The roles with rights on the tables, except the owner. A restore creates the tables again and grants these roles the
 * rights again.
 */
export async function rolesWithRights(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct r.rolname as role from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.grantee <> c.relowner and a.privilege_type = 'INSERT'`,
  );
  return rows.map(({ role }) => role);
}
