/** HOOK-4: sends the due messages and records each try. */
import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import { notify } from "../../notifications/notify.server.ts";
import { webhookEndpoints, webhookMessages, webhookTries } from "../../platform/db/schema.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { DISABLE_AFTER_MS, TRY_AFTER_MS } from "../../domain/webhooks.ts";
import type { Posted, Poster } from "./guarded-post.server.ts";
import { secretsOf } from "./secrets.server.ts";
import { signedHeaders } from "./sign.server.ts";

/** The number of messages that are sent at the same time. */
const AT_ONCE = 16;
/**
 * A process reserves a message for this time while it sends the message. If the process dies, the message is sent
 * again afterwards.
 */
const LEASE_MS = 60_000;
const MOST_PAUSE_MS = 24 * 3_600_000;
const PAUSE_MS = 60_000;
const THROTTLED = new Set([429, 502, 504]);

type Due = { id: string; tries: number; body: string; endpoint: typeof webhookEndpoints.$inferSelect };

/** Sends all due messages. Returns the number of tries. */
export async function sendDueWebhooks(services: Services, poster: Poster): Promise<number> {
  let sent = 0;
  for (;;) {
    const due = await takeDue(services);
    if (due.length === 0) return sent;
    await Promise.all(due.map((message) => tryOnce(services, poster, message)));
    sent += due.length;
  }
}

/** Reserves the next due messages, by one statement because it runs every few seconds. */
async function takeDue({ db, now }: Services): Promise<Due[]> {
  const at = now();
  const due = db.$with("due").as(
    db
      .select({ id: webhookMessages.id, endpointId: webhookMessages.endpointId })
      .from(webhookMessages)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookMessages.endpointId))
      .where(
        and(
          isNotNull(webhookMessages.nextTryAt),
          lte(webhookMessages.nextTryAt, at),
          eq(webhookEndpoints.enabled, true),
          sql`coalesce(${webhookEndpoints.pausedUntil} <= ${at.toISOString()}::timestamptz, true)`,
        ),
      )
      .orderBy(webhookMessages.nextTryAt, webhookMessages.createdAt)
      .limit(AT_ONCE)
      .for("update", { of: webhookMessages, skipLocked: true }),
  );
  return db
    .with(due)
    .update(webhookMessages)
    .set({ tries: sql`${webhookMessages.tries} + 1`, nextTryAt: new Date(at.getTime() + LEASE_MS) })
    .from(due)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, due.endpointId))
    .where(eq(webhookMessages.id, due.id))
    .returning({
      id: webhookMessages.id,
      tries: webhookMessages.tries,
      body: webhookMessages.body,
      endpoint: webhookEndpoints,
    });
}

/** A message without a signature is never sent, because the receiver could not tell it from a forged one. */
const UNSIGNED: Posted = {
  ...{ status: null, answer: "", retryAfter: null, ms: 0 },
  problem: "The secret of this endpoint cannot be read any more. Draw a new one.",
};

async function tryOnce(
  services: Services,
  poster: Poster,
  { id, tries, body, endpoint }: Due,
): Promise<void> {
  const at = services.now();
  const secrets = secretsOf(services, endpoint, at);
  const posted =
    secrets.length === 0
      ? UNSIGNED
      : await poster.post(endpoint.url, signedHeaders({ id, at, body }, secrets), body);
  await transact(services.db, async (tx) => {
    const { status, problem, ms, answer } = posted;
    await tx.insert(webhookTries).values({ messageId: id, at, status, problem, ms, answer });
    const good = status !== null && status >= 200 && status < 300;
    await tx
      .update(webhookMessages)
      .set(good ? { deliveredAt: at, nextTryAt: null } : { nextTryAt: nextTry(tries, at, posted) })
      .where(eq(webhookMessages.id, id));
    if (good) return noteSuccess(tx, endpoint);
    const since = endpoint.failingSince ?? at;
    const ends = status === 410 || at.getTime() - since.getTime() >= DISABLE_AFTER_MS;
    const pausedUntil =
      status !== null && THROTTLED.has(status) ? new Date(at.getTime() + pauseMs(posted, at)) : null;
    const [disabled] = await tx
      .update(webhookEndpoints)
      .set({ failingSince: since, ...(pausedUntil && { pausedUntil }), ...(ends && { enabled: false }) })
      .where(and(eq(webhookEndpoints.id, endpoint.id), eq(webhookEndpoints.enabled, true)))
      .returning({ id: webhookEndpoints.id });
    if (ends && disabled)
      await notify(services, tx, { event: "webhook_disabled", about: { endpointId: endpoint.id } });
  });
}

async function noteSuccess(tx: Tx, endpoint: Due["endpoint"]): Promise<void> {
  if (endpoint.failingSince)
    await tx.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpoint.id));
}

/** Returns the time of the next try, or null after the last. Waits vary randomly by a tenth, to spread the tries. */
function nextTry(tries: number, at: Date, posted: Posted): Date | null {
  const wait = TRY_AFTER_MS[tries - 1];
  if (wait === undefined) return null;
  const spread = wait * (0.9 + Math.random() * 0.2);
  return new Date(at.getTime() + Math.max(spread, posted.retryAfter ? pauseMs(posted, at) : 0));
}

/** Returns the ms to wait, from the endpoint's Retry-After header (seconds or a date). One minute without a header. */
function pauseMs({ retryAfter }: Posted, at: Date): number {
  if (retryAfter === null) return PAUSE_MS;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - at.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_PAUSE_MS) : PAUSE_MS;
}
