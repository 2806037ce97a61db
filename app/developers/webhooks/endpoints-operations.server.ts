/** HOOK-1: operations on the webhook endpoints of a key's owner. */
import { and, desc, eq, gte, type SQL } from "drizzle-orm";
import * as z from "zod";
import { anybody, apiClient } from "../../access/by.server.ts";
import type { ApiClient } from "../../access/actor.ts";
import type { KeyAccess } from "../../domain/api-keys.ts";
import {
  KEEP_WEBHOOK_DAYS,
  MOST_ENDPOINTS,
  OLD_SECRET_MS,
  USUAL_EVENTS,
  WEBHOOK_EVENTS,
} from "../../domain/webhooks.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { webhookEndpoints, webhookMessages } from "../../platform/db/schema.ts";
import { plainField, uuidField } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import { handledBy, madeFor, keyOwnerColumns, type KeyMaker } from "../../access/key-owner.server.ts";
import { refuse } from "./messages.ts";
import { refuseUrl } from "./guarded-post.server.ts";
import { drawSecret } from "./sign.server.ts";
import { sealSecret } from "./secrets.server.ts";

/** An API key, or a person on the page of API keys. Webhook endpoints belong to the owner of a key. */
export type EndpointOwner = ApiClient | KeyMaker;

/** Admits a key whose access includes `needs`, and every signed-in person. */
export const endpointOwner = (needs: KeyAccess): By<EndpointOwner> => ({
  ...anybody,
  refusal: (actor) => (actor.kind === "api-client" ? apiClient(needs).refusal(actor) : null),
});

/** Returns the SQL condition for the owner's endpoints. `store` is the store whose page a person views, or empty. */
const ofOwner = (actor: EndpointOwner, store = ""): SQL =>
  actor.kind === "api-client"
    ? madeFor(webhookEndpoints, actor.person, actor.owner)
    : handledBy(webhookEndpoints, actor, store);

const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length);
const id = plainField().max(40);
const storeId = plainField().max(40).default("");

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

async function findOwn(
  tx: Pick<Tx, "select">,
  actor: EndpointOwner,
  { id: asked, storeId: store = "" }: { id: string; storeId?: string },
): Promise<EndpointRow | Refusal> {
  if (!isUuid(asked)) return refuse("not_found", "unknown_endpoint");
  const [row] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, asked), ofOwner(actor, store)));
  return row ?? refuse("not_found", "unknown_endpoint");
}

/** Makes an endpoint with its own secret. Refuses an address that is not public, and more than ten endpoints. */
export const addEndpoint = operation({
  name: "webhooks.add_endpoint",
  by: apiClient("write"),
  input: z.object({ url: plainField().max(500), events: events.default([...USUAL_EVENTS]) }),
  run: async ({ services, tx, actor, at }, { url, events: chosen }) => {
    const wrong = refuseUrl(url, services.webhooksLoopback);
    if (wrong) return refuse("invalid", "wrong_url", { text: wrong });
    if ((await tx.$count(webhookEndpoints, ofOwner(actor))) >= MOST_ENDPOINTS)
      return refuse("conflict", "too_many_endpoints");
    const [secret, own] = [drawSecret(), crypto.randomUUID()];
    await tx.insert(webhookEndpoints).values({
      id: own,
      userId: actor.person.id,
      ...keyOwnerColumns(actor.owner),
      ...{ url, events: chosen, sealedSecret: sealSecret(services, own, secret), createdAt: at },
    });
    return { ok: true, id: own, secret };
  },
  // The answer stored for repeated requests leaves out the secret.
  stored: ({ ok, id: own }) => ({ ok, id: own }),
});

/**
 * Changes the address, kinds or state of an endpoint, or draws a new secret. For a day after a change of the secret,
 * each message has two signatures: by the old and by the new secret. Enabling the endpoint resets its failure time
 * and its pause. Refuses another owner's endpoint as not found.
 */
export const changeEndpoint = operation({
  name: "webhooks.change_endpoint",
  by: apiClient("write"),
  keyless: true,
  input: z.object({
    id,
    url: plainField().max(500).optional(),
    events: events.optional(),
    enabled: z.boolean().optional(),
    rotateSecret: z.boolean().default(false),
  }),
  on: ({ tx, actor }, input) => findOwn(tx, actor, input),
  run: async ({ services, tx, at }, { url, events: chosen, enabled, rotateSecret }, row) => {
    const wrong = url === undefined ? null : refuseUrl(url, services.webhooksLoopback);
    if (wrong) return refuse("invalid", "wrong_url", { text: wrong });
    const secret = rotateSecret ? drawSecret() : null;
    await tx
      .update(webhookEndpoints)
      .set({
        url: url ?? row.url,
        events: chosen ?? row.events,
        enabled: enabled ?? row.enabled,
        ...(enabled && { failingSince: null, pausedUntil: null }),
        ...(secret && {
          sealedSecret: sealSecret(services, row.id, secret),
          sealedBefore: row.sealedSecret,
          beforeUntil: new Date(at.getTime() + OLD_SECRET_MS),
        }),
      })
      .where(eq(webhookEndpoints.id, row.id));
    return { ok: true as const, id: row.id, secret };
  },
});

/** Deletes an endpoint with its messages. */
export const removeEndpoint = operation({
  name: "webhooks.remove_endpoint",
  by: apiClient("write"),
  keyless: true,
  input: z.object({ id }),
  on: ({ tx, actor }, input) => findOwn(tx, actor, input),
  run: async ({ tx }, _, row) => {
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, row.id));
    return { ok: true as const };
  },
});

/** Sends one message again, unchanged. Refuses a message of another endpoint as not found. */
export const resendMessage = operation({
  name: "webhooks.resend",
  by: endpointOwner("write"),
  keyless: true,
  input: z.object({ id, storeId, delivery: uuidField }),
  on: ({ tx, actor }, input) => findOwn(tx, actor, input),
  run: async ({ tx, at }, { delivery }, row) => {
    const sent = await tx
      .update(webhookMessages)
      .set({ nextTryAt: at, tries: 0, deliveredAt: null })
      .where(and(eq(webhookMessages.id, delivery), eq(webhookMessages.endpointId, row.id)))
      .returning({ id: webhookMessages.id });
    return sent.length > 0 ? { ok: true as const } : refuse("not_found", "unknown_delivery");
  },
  publish: () => ["webhooks"],
});

/** Sends again, unchanged, all messages that were made at `since` or later. Messages are kept for 30 days. */
export const replayMessages = operation({
  name: "webhooks.replay",
  by: endpointOwner("write"),
  keyless: true,
  input: z.object({ id, storeId, since: z.iso.datetime({ offset: true }) }),
  on: ({ tx, actor }, input) => findOwn(tx, actor, input),
  run: async ({ tx, at }, { since }, row) => {
    const oldest = at.getTime() - KEEP_WEBHOOK_DAYS * 24 * 3_600_000;
    const from = new Date(Math.max(Date.parse(since), oldest));
    const sent = await tx
      .update(webhookMessages)
      .set({ nextTryAt: at, tries: 0, deliveredAt: null })
      .where(and(eq(webhookMessages.endpointId, row.id), gte(webhookMessages.createdAt, from)))
      .returning({ id: webhookMessages.id });
    return { ok: true as const, replayed: sent.length };
  },
  publish: () => ["webhooks"],
});

/** Queues a test message for an endpoint. */
export const pingEndpoint = operation({
  name: "webhooks.ping",
  by: apiClient("write"),
  keyless: true,
  input: z.object({ id }),
  on: ({ tx, actor }, input) => findOwn(tx, actor, input),
  run: async ({ tx, at }, _, row) => {
    const [made] = await tx
      .insert(webhookMessages)
      .values({
        ...{
          endpointId: row.id,
          kind: "ping",
          body: JSON.stringify({ type: "ping", timestamp: at.toISOString(), data: {} }),
          createdAt: at,
          nextTryAt: at,
        },
      })
      .returning({ id: webhookMessages.id });
    return { ok: true as const, id: made!.id };
  },
  publish: () => ["webhooks"],
});

/** Reads the endpoints of the key's owner, newest first, or a single endpoint. */
export const readEndpoints = reading({
  name: "webhooks.read_endpoints",
  by: endpointOwner("read"),
  input: z.object({ id: id.optional(), storeId }),
  read: async ({ services: { db }, actor }, { id: asked, storeId: store }) => {
    if (asked !== undefined) {
      const row = await findOwn(db, actor, { id: asked, storeId: store });
      return "ok" in row ? row : { ok: true as const, rows: [row] };
    }
    const rows = await db
      .select()
      .from(webhookEndpoints)
      .where(ofOwner(actor, store))
      .orderBy(desc(webhookEndpoints.createdAt));
    return { ok: true as const, rows };
  },
});
