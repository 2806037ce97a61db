/** ONLINE-2, ONLINE-4: asks the provider about due payment attempts. Only one process asks about an attempt. */
import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { businessOnlinePayments, onlinePayments } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { settleBusinessPayment } from "../businesses/settle-business-payment.server.ts";
import { settleOnline } from "../payments/settle-online.server.ts";
import { settleReturns } from "../payments/settle-returns.server.ts";

/**
 * A process reserves an attempt for this time, which is longer than the calls for one attempt. After a crash, the
 * attempt is checked again later.
 */
const LEASE_MS = 30_000;
const AT_ONCE = 10;
const EVERY_MS = 30_000;

/** Asks about every due attempt. If the provider does not respond, the attempt is checked again later. */
export async function settleDue(services: Services): Promise<void> {
  while ((await settleSome(services, onlinePayments.nextCheckAt, settleOnline)) === AT_ONCE);
  while ((await settleSome(services, onlinePayments.returnsCheckAt, settleReturns)) === AT_ONCE);
  while ((await settleSome(services, businessOnlinePayments.nextCheckAt, settleBusinessPayment)) === AT_ONCE);
}

/** Asks about at most `AT_ONCE` due attempts. `column` is the column with the time when an attempt is due. */
async function settleSome(
  services: Services,
  column: PgColumn,
  settle: (services: Services, id: string) => Promise<unknown>,
): Promise<number> {
  const { db, now, log } = services;
  const at = now();
  const { table } = column;
  const { rows: taken } = await db.execute<{ id: string }>(sql`
    update ${table} set ${sql.identifier(column.name)} = ${new Date(at.getTime() + LEASE_MS).toISOString()}::timestamptz
    where id in (select id from ${table} where ${column} <= ${at.toISOString()}::timestamptz
      order by ${column} limit ${AT_ONCE} for update skip locked)
    returning id`);
  await Promise.all(
    taken.map(({ id }) =>
      settle(services, id).catch((error: unknown) =>
        log.warn({ err: error, attempt: id }, "an online payment was not checked; it will be tried again"),
      ),
    ),
  );
  return taken.length;
}

/**
 * Asks the provider at the start and periodically, if online payments are on. Returns a function that stops the
 * checks.
 */
export function startSettling(services: Services): () => void {
  if (!services.online) return () => {};
  const round = () =>
    void settleDue(services).catch((error: unknown) =>
      services.log.warn({ err: error }, "online payments were not checked; it will be tried again"),
    );
  round();
  const again = setInterval(round, EVERY_MS).unref();
  return () => clearInterval(again);
}
