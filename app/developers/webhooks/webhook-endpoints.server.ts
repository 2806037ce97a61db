/** HOOK-1: the API endpoints about webhook endpoints. */
import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import type { ApiClient } from "../../access/actor.ts";
import { webhookMessages, webhookTries } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { readCursor, writeCursor } from "../../platform/http/keyset.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { endpoint } from "../endpoints/endpoint.ts";
import { DEFAULT_LIMIT, pageOfList } from "../endpoints/list-of.ts";
import { refused } from "../endpoints/problem.ts";
import { deliveryQuery } from "../endpoints/schemas.ts";
import * as operations from "./endpoints-operations.server.ts";
import * as shapes from "./webhook-schemas.ts";

const TAG = "Webhooks";
const iso = (at: Date | null) => at?.toISOString() ?? null;

const shown = (row: operations.EndpointRow, secret: string | null) => ({
  ...{ id: row.id, url: row.url, events: row.events, enabled: row.enabled, secret },
  failing_since: iso(row.failingSince),
  created_at: row.createdAt.toISOString(),
});

async function answerWith(
  services: Services,
  client: ApiClient,
  id: string,
  secret: string | null,
  status: 200 | 201,
) {
  const found = await operations.readEndpoints.receive(services, client, { id }, "");
  return found.ok ? { status, json: shown(found.rows[0]!, secret) } : refused(found);
}

/** Reads one page of an endpoint's messages, newest first, with their tries. */
export const readDeliveries = reading({
  name: "webhooks.read_deliveries",
  by: operations.endpointOwner("read"),
  input: z.object({
    id: plainField().max(40),
    storeId: plainField().max(40).default(""),
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT),
    cursor: plainField().optional(),
  }),
  read: async ({ services, actor }, { id, storeId, limit, cursor }) => {
    const own = await operations.readEndpoints.receive(services, actor, { id, storeId }, "");
    if (!own.ok) return own;
    const page = { cursor: readCursor(cursor ?? null), direction: "next" as const };
    const { where, orderBy } = keyset([webhookMessages.createdAt, webhookMessages.id], page);
    const rows = await services.db
      .select()
      .from(webhookMessages)
      .where(and(eq(webhookMessages.endpointId, own.rows[0]!.id), where))
      .orderBy(...orderBy)
      .limit(limit + 1);
    const ids = rows.map((row) => row.id);
    const tries =
      ids.length === 0
        ? []
        : await services.db
            .select()
            .from(webhookTries)
            .where(inArray(webhookTries.messageId, ids))
            .orderBy(webhookTries.id);
    const triesOf = Map.groupBy(tries, ({ messageId }) => messageId);
    return {
      ok: true as const,
      rows: rows.map((row) => ({ ...row, all: triesOf.get(row.id) ?? [] })),
      limit,
    };
  },
});

export const WEBHOOK_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/webhook_endpoints",
    id: "createWebhookEndpoint",
    tag: TAG,
    summary: "Add a webhook endpoint",
    access: "write",
    key: "optional",
    body: shapes.newEndpoint,
    examples: { usual: { url: "https://shop.example/ona", events: ["booking.status_changed"] } },
    problems: [409, 422],
    success: { status: 201, schema: shapes.shownEndpoint, text: "The endpoint, with its secret." },
    handle: async ({ services, caller, body, key }) => {
      const made = await operations.addEndpoint.receive(services, caller, body, key || crypto.randomUUID());
      return made.ok ? answerWith(services, caller, made.id, made.secret ?? null, 201) : refused(made);
    },
  }),
  endpoint({
    method: "get",
    path: "/webhook_endpoints",
    id: "listWebhookEndpoints",
    tag: TAG,
    summary: "List your webhook endpoints",
    access: "read",
    success: { status: 200, schema: shapes.endpointList, text: "All of them." },
    handle: async ({ services, caller }) => {
      const found = await operations.readEndpoints.receive(services, caller, {}, "");
      if (!found.ok) return refused(found);
      return {
        status: 200,
        json: { data: found.rows.map((row) => shown(row, null)), has_more: false, next_cursor: null },
      };
    },
  }),
  endpoint({
    method: "get",
    path: "/webhook_endpoints/{id}",
    id: "getWebhookEndpoint",
    tag: TAG,
    summary: "Read a webhook endpoint",
    access: "read",
    problems: [404],
    success: { status: 200, schema: shapes.shownEndpoint, text: "The endpoint, without its secret." },
    handle: ({ services, caller, path }) => answerWith(services, caller, path["id"] ?? "", null, 200),
  }),
  endpoint({
    method: "patch",
    path: "/webhook_endpoints/{id}",
    id: "changeWebhookEndpoint",
    tag: TAG,
    summary: "Change a webhook endpoint, or draw a new secret",
    access: "write",
    body: shapes.endpointChange,
    examples: { rotate: { rotate_secret: true } },
    problems: [404, 422],
    success: {
      status: 200,
      schema: shapes.shownEndpoint,
      text: "The endpoint, with a new secret if one was drawn.",
    },
    handle: async ({ services, caller, path, body }) => {
      const { rotate_secret: rotateSecret, ...change } = body;
      const input = { ...change, rotateSecret: rotateSecret ?? false, id: path["id"] };
      const done = await operations.changeEndpoint.receive(services, caller, input, "");
      return done.ok ? answerWith(services, caller, done.id, done.secret, 200) : refused(done);
    },
  }),
  endpoint({
    method: "delete",
    path: "/webhook_endpoints/{id}",
    id: "deleteWebhookEndpoint",
    tag: TAG,
    summary: "Delete a webhook endpoint and its deliveries",
    access: "write",
    problems: [404],
    success: { status: 204, text: "It is deleted." },
    handle: async ({ services, caller, path }) => {
      const done = await operations.removeEndpoint.receive(services, caller, path, "");
      return done.ok ? { status: 204 } : refused(done);
    },
  }),
  endpoint({
    method: "get",
    path: "/webhook_endpoints/{id}/deliveries",
    id: "listWebhookDeliveries",
    tag: TAG,
    summary: "List deliveries with each try, newest first",
    access: "read",
    query: deliveryQuery,
    problems: [404, 422],
    success: { status: 200, schema: shapes.deliveryList, text: "One page of deliveries." },
    handle: async ({ services, caller, path, query }) => {
      const found = await readDeliveries.receive(services, caller, { ...query, id: path["id"] }, "");
      if (!found.ok) return refused(found);
      const show = ({ id, kind, createdAt, deliveredAt, nextTryAt, all }: (typeof found.rows)[number]) => ({
        ...{ id, type: kind, created_at: createdAt.toISOString() },
        ...{ delivered_at: iso(deliveredAt), next_try_at: iso(nextTryAt) },
        tries: all.map(({ at, status, problem, ms, answer }) => ({
          ...{ at: at.toISOString(), status, problem, ms, answer },
        })),
      });
      return { status: 200, json: pageOfList(found.rows, found.limit, { show, cursor: writeCursor }) };
    },
  }),
  endpoint({
    method: "post",
    path: "/webhook_endpoints/{id}/deliveries/{delivery}/resend",
    id: "resendWebhookDelivery",
    tag: TAG,
    summary: "Send a delivery again, unchanged",
    access: "write",
    key: "optional",
    problems: [404, 422],
    success: { status: 202, schema: shapes.queued, text: "It is sent now." },
    handle: async ({ services, caller, path }) => {
      const done = await operations.resendMessage.receive(services, caller, path, "");
      return done.ok ? { status: 202, json: { id: path["delivery"] } } : refused(done);
    },
  }),
  endpoint({
    method: "post",
    path: "/webhook_endpoints/{id}/replay",
    id: "replayWebhooks",
    tag: TAG,
    summary: "Send everything since a moment again, unchanged",
    access: "write",
    key: "optional",
    body: shapes.replayRequest,
    examples: { day: { since: "2026-11-28T00:00:00Z" } },
    problems: [404, 422],
    success: { status: 202, schema: shapes.replayed, text: "How many are sent again." },
    handle: async ({ services, caller, path, body }) => {
      const done = await operations.replayMessages.receive(services, caller, { ...body, id: path["id"] }, "");
      return done.ok ? { status: 202, json: { replayed: done.replayed } } : refused(done);
    },
  }),
  endpoint({
    method: "post",
    path: "/webhook_endpoints/{id}/ping",
    id: "pingWebhookEndpoint",
    tag: TAG,
    summary: "Send a message without news, to try an endpoint",
    access: "write",
    key: "optional",
    problems: [404],
    success: { status: 202, schema: shapes.queued, text: "It is sent now." },
    handle: async ({ services, caller, path }) => {
      const done = await operations.pingEndpoint.receive(services, caller, path, "");
      return done.ok ? { status: 202, json: { id: done.id } } : refused(done);
    },
  }),
];
