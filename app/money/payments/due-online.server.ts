/**
 * ONLINE-2, ONLINE-4: asks the provider about every online payment attempt that is due. If several processes run, only
 * one asks about each attempt.
 */
import { and, isNotNull, lte, sql } from "drizzle-orm";
import { onlinePayments } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { settleOnline } from "./settle-online.server.ts";
import { settleReturns } from "./settle-returns.server.ts";

/**
 * The time for which one process reserves an attempt, longer than the calls for one attempt take. If the process is
 * killed meanwhile, the attempt is checked again after this time.
 */
const LEASE_MS = 30_000;
const AT_ONCE = 10;
const EVERY_MS = 30_000;

/** Asks about every attempt that is due. If the provider does not respond, the attempt is checked again later. */
export async function settleDue(services: Services): Promise<void> {
  while ((await settleSome(services, "nextCheckAt", settleOnline)) === AT_ONCE);
  while ((await settleSome(services, "returnsCheckAt", settleReturns)) === AT_ONCE);
}

async function settleSome(
  services: Services,
  when: "nextCheckAt" | "returnsCheckAt",
  settle: (services: Services, id: string) => Promise<unknown>,
): Promise<number> {
  const { db, now, log } = services;
  const at = now();
  const column = onlinePayments[when];
  const due = db
    .select({ id: onlinePayments.id })
    .from(onlinePayments)
    .where(and(isNotNull(column), lte(column, at)))
    .orderBy(column)
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(onlinePayments)
    .set({ [when]: new Date(at.getTime() + LEASE_MS) })
    .where(sql`${onlinePayments.id} in (${due})`)
    .returning({ id: onlinePayments.id });
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
 * Asks about due attempts at the start and periodically while the process runs, if online payments are on. Returns a
 * function that stops the checks.
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
