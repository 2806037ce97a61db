/** A database role for the product. The role owns no table, so it can use every table and alter none. */
import pg from "pg";
import { quoteName } from "../backup/backup-tables.ts";

const SCHEMAS = ["public", "drizzle", "pgboss"];

/**
 * Grants the role its rights on the existing tables. In the activity log, the role may only read and add rows. Only the
 * owner of the tables can grant rights.
 */
export async function grantAppRole(client: pg.ClientBase, role: string): Promise<void> {
  const to = quoteName(role);
  const schemas = SCHEMAS.map(quoteName).join(", ");
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

/** Returns the roles with rights on the tables, except the owner. A restore grants these rights again. */
export async function rolesWithRights(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct r.rolname as role from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.grantee <> c.relowner and a.privilege_type = 'INSERT'`,
  );
  return rows.map(({ role }) => role);
}
