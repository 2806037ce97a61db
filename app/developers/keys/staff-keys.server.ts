/** API-11: everybody's API keys and webhook endpoints, for staff. */
import { and, desc, eq, ilike, isNull, or, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { apiKeys, businesses, profiles, stores, webhookEndpoints } from "../../platform/db/schema.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { readPage } from "../../platform/http/keyset.server.ts";
import type { PageParams } from "../../platform/http/keyset.ts";
import { likePattern } from "../../platform/http/search.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";

const PAGE_SIZE = 50;
const MOST_ENDPOINTS = 100;

/** The store or business for which a key acts. Null if the key acts for its maker. */
const ownerName = sql<string | null>`coalesce(${stores.businessName}, ${businesses.name})`;

/** Returns the SQL condition that `search` is in a key's name, hint, person, store or business. */
function foundBy(search: string): SQL | undefined {
  if (!search) return undefined;
  const pattern = likePattern(search);
  return or(
    ...[
      ...[apiKeys.label, apiKeys.hint, profiles.email, profiles.fullName],
      ...[stores.businessName, businesses.name],
    ].map((column) => ilike(column, pattern)),
  );
}

/** Lists one page of all active keys, newest first. For staff with `readKeys`. */
export const listAllKeys = (db: Db, search: string, page: PageParams) =>
  readPage([apiKeys.createdAt, apiKeys.id], PAGE_SIZE, page, ({ where, orderBy, limit }) =>
    db
      .select({
        id: apiKeys.id,
        name: apiKeys.label,
        hint: apiKeys.hint,
        mode: apiKeys.mode,
        access: apiKeys.access,
        owner: sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`,
        ownerName,
        createdAt: apiKeys.createdAt,
        lastUsedAt: apiKeys.lastUsedAt,
        lastUsedFrom: apiKeys.lastUsedFrom,
      })
      .from(apiKeys)
      .innerJoin(profiles, eq(profiles.id, apiKeys.userId))
      .leftJoin(stores, eq(stores.id, apiKeys.storeId))
      .leftJoin(businesses, eq(businesses.id, apiKeys.businessId))
      .where(and(isNull(apiKeys.revokedAt), foundBy(search), where))
      .orderBy(...orderBy)
      .limit(limit),
  );
export type StaffKey = Awaited<ReturnType<typeof listAllKeys>>["rows"][number];

/** Lists webhook endpoints: failing first, then disabled, then the newest. For staff with `readKeys`. */
export const listAllEndpoints = (db: Db) =>
  db
    .select({
      ...pickColumns(webhookEndpoints, "id", "url", "enabled", "failingSince"),
      owner: sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`,
      ownerName,
    })
    .from(webhookEndpoints)
    .innerJoin(profiles, eq(profiles.id, webhookEndpoints.userId))
    .leftJoin(stores, eq(stores.id, webhookEndpoints.storeId))
    .leftJoin(businesses, eq(businesses.id, webhookEndpoints.businessId))
    .orderBy(
      sql`${webhookEndpoints.enabled} and ${webhookEndpoints.failingSince} is null`,
      desc(webhookEndpoints.createdAt),
      desc(webhookEndpoints.id),
    )
    .limit(MOST_ENDPOINTS);
export type StaffEndpoint = Awaited<ReturnType<typeof listAllEndpoints>>[number];

/**
 * Revokes anybody's key: the next request with the key is refused. The log row has the ids of the key and of its owner.
 * Refuses a revoked key and a role without the permission.
 */
export const revokeAnyKey = operation({
  name: "api_keys.revoke_any",
  by: staff("revokeKeys"),
  input: z.object({ id: uuidField }),
  run: async ({ tx, actor, at }, { id }) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ hint: apiKeys.hint });
    if (!revoked) return refuse("not_found", "no_such_key");
    await recordActivity(tx, actor, at, {
      action: "revoke_key",
      description: `API key ${revoked.hint}`,
      entityType: "api_key",
      entityId: id,
    });
    return { ok: true };
  },
});

/** API-9: copies the company's facts, hubs and prices into the sandbox again. Refuses if there is no sandbox. */
export const refreshSandbox = operation({
  name: "sandbox.refresh",
  by: staff("refreshSandbox"),
  keyless: true,
  input: z.object({}),
  // The sandbox is another database, so the copy is made before the transaction begins.
  prepare: async ({ services: { sandbox } }) =>
    sandbox ? { ok: true, prepared: await sandbox.refresh() } : refuse("conflict", "no_sandbox"),
  run: async ({ tx, actor, at, prepared: { hubs, priceLists } }) => {
    await recordActivity(tx, actor, at, {
      action: "refresh_sandbox",
      description: `${hubs} hubs, ${priceLists} price lists`,
      entityType: "sandbox",
    });
    return { ok: true, hubs, priceLists };
  },
});
