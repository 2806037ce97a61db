/** Checks whether the product can run on a database, before anything is created or changed in it. */
import { openDatabase, POOL_CONNECTIONS } from "../../app/platform/db/client.server.ts";
import {
  DatabaseUnavailable,
  type Connection,
  type Queries,
} from "../../app/platform/db/connection.server.ts";
import {
  appliedMigrations,
  knownMigrations,
  pendingMigrations,
} from "../../app/platform/db/migrate.server.ts";
import { QUEUE_CONNECTIONS } from "../../app/platform/jobs/jobs.server.ts";
import { StartRefused } from "../refusal.ts";

const OLDEST = 14;
const ROUNDS = 3;
/** The database connections of one process: for requests, for the queue, and for live notifications. */
const PER_PROCESS = POOL_CONNECTIONS + QUEUE_CONNECTIONS + 1;
/** The connections that are kept free for migrations, `npm run admin` and other clients. */
const SPARE = 4;
/** How long the check waits for free connections. A process that has just stopped may still use some. */
const TIMEOUT_MS = 5_000;
const DEADLINE_MS = 20_000;
const LATE =
  "the database at DATABASE_URL cannot be used: it does not answer in time. Behind a pooler, its pool (PgBouncer: default_pool_size) may be too small";

export const connectionsFor = (processes: number): number => processes * PER_PROCESS + SPARE;

/**
 * Throws a StartRefused or a MigrationRefused with the problem and its remedy. It finds these problems: unreachable,
 * wrong password or TLS, not UTF-8, too old, read-only, a pooler in transaction mode, migrations of a newer version,
 * missing rights, too few connections. Changes nothing.
 */
export async function checkDatabase(connectionString: string, processes: number): Promise<void> {
  // This pool has the same settings as the product's pool, because a pooler may refuse connections with one of the
  // settings.
  const { pool, close } = openDatabase(connectionString, () => {}, { max: 2, standby: true });
  let late: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new StartRefused(LATE)), DEADLINE_MS);
  });
  const clients: Connection[] = [];
  const open = async () => {
    const client = await pool.lend();
    clients.push(client);
    return client;
  };
  const check = async () => {
    const first = await open();
    await checkServer(first);
    await checkPooler(first, open);
    await checkRights(first);
    await checkConnections(first, processes);
  };
  try {
    await Promise.race([check(), deadline]);
  } catch (error) {
    throw refusalOf(error) ?? error;
  } finally {
    clearTimeout(late);
    // The connections are closed and not returned to the pool, so that work that is still running on them ends.
    for (const client of clients) client.end(new DatabaseUnavailable("the check has ended"));
    await close();
  }
}

type Facts = {
  version: number;
  encoding: string;
  standby: boolean;
  read_only: string;
};

async function checkServer(client: Queries): Promise<void> {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
       pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as read_only`,
  );
  const [facts] = rows;
  if (!facts) throw new StartRefused("the database at DATABASE_URL does not answer as PostgreSQL does");
  if (facts.version < OLDEST)
    throw new StartRefused(
      `the database is PostgreSQL ${facts.version}: version ${OLDEST} or later is needed`,
    );
  if (facts.encoding !== "UTF8")
    throw new StartRefused(
      `the database keeps text as ${facts.encoding}, which cannot hold every name: create another one with create database … encoding 'UTF8' template template0`,
    );
  if (facts.standby)
    throw new StartRefused(
      "the database is a standby, which takes no changes: name the primary in DATABASE_URL",
    );
  if (facts.read_only === "on")
    throw new StartRefused(
      "the database takes no changes: default_transaction_read_only is on for it or for the role",
    );
}

/**
 * Throws if a pooler lends a connection for one transaction only. The sign of that: two clients get the same server
 * process, or a client gets a different server process in each transaction.
 */
async function checkPooler(first: Queries, open: () => Promise<Queries>): Promise<void> {
  const processOf = async (client: Queries) =>
    (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
  const second = await open();
  for (let round = 0; round < ROUNDS; round++) {
    const before = await processOf(first);
    await second.query("begin");
    const other = await processOf(second);
    // A pooler may have only one connection. The second client has that connection until its transaction ends, so a
    // query of the first client would have to wait. So the first client asks again only if the two processes differ.
    const lent = before === other || before !== (await processOf(first));
    await second.query("rollback");
    if (lent)
      throw new StartRefused(
        "the database is behind a pooler that lends a connection for one transaction (PgBouncer: pool_mode = transaction), which loses locks, live changes and prepared statements: set pool_mode = session, or name the database itself",
      );
  }
}

async function checkRights(client: Queries): Promise<void> {
  const applied = await appliedMigrations(client).catch((error: { code?: string }) => {
    if (error.code !== "42501") throw error;
    throw new StartRefused(
      "the role in DATABASE_URL may not use the product's tables. Run 'npm run admin -- migrate --grant ROLE' with the DATABASE_URL of the role that owns them (docs/operations.md)",
    );
  });
  const pending = pendingMigrations(applied, knownMigrations());
  const { rows } = await client.query<{
    role: string;
    name: string;
    make: boolean;
    within: boolean;
    queue: boolean;
  }>(
    `select current_user as role, current_database() as name, has_database_privilege(current_database(), 'create') as make,
       coalesce(has_schema_privilege('public', 'create'), false) as within, to_regnamespace('pgboss') is not null as queue`,
  );
  const [rights] = rows;
  if (!rights) return;
  const { role, name, make, within, queue } = rights;
  const instead = `Or run 'npm run admin -- migrate --grant ${role}' with the DATABASE_URL of the role that owns the tables (docs/operations.md)`;
  if ((pending.length > 0 || !queue) && !make)
    throw new StartRefused(
      `the role ${role} has no right to create schemas in the database ${name}: grant create on database ${name} to ${role}. ${instead}`,
    );
  if (pending.length > 0 && !within)
    throw new StartRefused(
      `the role ${role} has no right to create tables in the schema public: grant create on schema public to ${role}. ${instead}`,
    );
  if (pending.length > 0) return;
  const { rows: closed } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
  );
  if (closed[0])
    throw new StartRefused(`the role ${role} may not use the table ${closed[0].name}. ${instead}`);
}

type Room = { role: string; most: number; used: number; of_role: number; used_by_role: number };

async function checkConnections(client: Queries, processes: number): Promise<void> {
  const needed = connectionsFor(processes);
  for (const until = Date.now() + TIMEOUT_MS; ; await new Promise((done) => setTimeout(done, 250))) {
    // The setting reserved_connections exists since version 16. A role can count the sessions of other roles, but not
    // see their details.
    const { rows } = await client.query<Room>(
      `select current_user as role,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as most,
         (select count(*)::int from pg_stat_activity where datid is not null) as used,
         (select rolconnlimit from pg_roles where rolname = current_user) as of_role,
         (select count(*)::int from pg_stat_activity where usename = current_user) as used_by_role`,
    );
    const [room] = rows;
    if (!room) return;
    // The two connections of this check count as used, but are free after the check.
    const free = room.most - room.used + 2;
    const freeOfRole = room.of_role < 0 ? Infinity : room.of_role - room.used_by_role + 2;
    if (Math.min(free, freeOfRole) >= needed) return;
    if (Date.now() < until) continue;
    const why =
      freeOfRole < free
        ? `the role ${room.role} may have ${room.of_role} connections`
        : `the database has ${room.most} connections and ${Math.max(0, room.used - 2)} are in use`;
    throw new StartRefused(
      `too few connections: ${why}, and WEB_CONCURRENCY=${processes} needs ${needed}. Raise the limit (max_connections, or the role's), or lower WEB_CONCURRENCY`,
    );
  }
}

/** Returns a connection error that the operator can fix, in one line. Null for any other error. */
export function refusalOf(error: unknown): StartRefused | null {
  // The driver's error has the code. A DatabaseUnavailable has that error as its cause.
  const origin = error instanceof DatabaseUnavailable && error.cause ? error.cause : error;
  const {
    code = "",
    message = "",
    syscall,
  } = origin as { code?: string; message?: string; syscall?: string };
  const say = (what: string) =>
    new StartRefused(`the database at DATABASE_URL cannot be used: ${what}`, { cause: error });
  if (/does not support SSL/i.test(message))
    return say("DATABASE_URL asks for TLS (sslmode), and the server offers none");
  if (/no encryption|SSL (connection )?is required/i.test(message))
    return say("the server asks for TLS: add ?sslmode=verify-full to DATABASE_URL");
  if (/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|CERT_|ERR_TLS)/.test(code))
    return say(`its certificate is not trusted (${message}): name its authority with sslrootcert=FILE`);
  if (/unsupported startup parameter/i.test(message))
    return say(
      `the pooler before it refuses a setting (${message}). In pgbouncer.ini set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, and give the role these settings by alter role`,
    );
  if (/statement pooling mode/i.test(message))
    return say("it is behind a pooler in statement or transaction mode: set pool_mode = session");
  if (code === "53300") return say(`it has no connection left (${message})`);
  if (
    /^(28|3D|ENOTFOUND|EAI_AGAIN|08|57P|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)/.test(
      code,
    )
  )
    return say(message || code);
  if (syscall === "connect") return say(message);
  if (/timeout|Connection terminated/i.test(message) || error instanceof DatabaseUnavailable)
    return say("it does not answer in time");
  return null;
}
