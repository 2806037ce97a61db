/** API-1: making, listing and revoking API keys. */
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import * as z from "zod";
import { anybody } from "../../access/by.server.ts";
import type { Customer, StoreOwner } from "../../access/actor.ts";
import { MOST_KEYS } from "../../domain/api-keys.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { apiKeys, stores } from "../../platform/db/schema.ts";
import { signs, uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { hashToken } from "../../platform/tokens.server.ts";
import { drawApiKey, hintOfApiKey } from "./api-key-text.server.ts";
import { keyForm } from "./key-form.ts";
import { refuse } from "./messages.ts";
import { networkOf } from "./network.server.ts";

/** The people who make keys: a customer for themselves, the owner of a store for the store. */
export type KeyMaker = Customer | StoreOwner;
const keyMaker: By<KeyMaker> = anybody;

/** The keys of the maker: those of the person, or those of one store. */
export const keysOf = ({ person }: KeyMaker, storeId: string): SQL =>
  and(
    eq(apiKeys.userId, person.id),
    storeId ? eq(apiKeys.storeId, storeId) : isNull(apiKeys.storeId),
    isNull(apiKeys.revokedAt),
  )!;

const ofStore = { storeId: signs().max(40).default("") };

/**
 * Makes a key for the person, or for their store, and mails them. The key's text is in the result of the first call
 * alone: it is stored as a hash. Refuses more than 20 keys, another person's store, and a test key where there is no
 * sandbox.
 */
export const makeApiKey = operation({
  name: "api_keys.make",
  by: keyMaker,
  input: keyForm.extend(ofStore),
  run: async ({ services, tx, actor, at }, { name, mode, access, storeId }) => {
    if (mode === "test" && !services.sandbox) return refuse("invalid", "no_test_mode");
    if (storeId && !(await ownsStore(tx, actor, storeId))) return refuse("not_found", "unknown_store");
    if ((await tx.$count(apiKeys, keysOf(actor, storeId))) >= MOST_KEYS)
      return refuse("conflict", "too_many_keys");
    const key = drawApiKey(mode);
    const [made] = await tx
      .insert(apiKeys)
      .values({
        userId: actor.person.id,
        storeId: storeId || null,
        label: name,
        ...{ mode, access, keyHash: hashToken(key), hint: hintOfApiKey(key) },
        createdAt: at,
        networks: [networkOf(actor.ip)],
      })
      .returning({ id: apiKeys.id });
    await notify(services, tx, { event: "api_key_made", about: { keyId: made!.id } });
    return { ok: true, id: made!.id, key };
  },
  stored: ({ ok, id }) => ({ ok, id }),
});

/** Revokes a key at once: the next request with it is refused. Refuses a key of another person as not found. */
export const revokeApiKey = operation({
  name: "api_keys.revoke",
  by: keyMaker,
  keyless: true,
  input: z.object({ id: uuidField, ...ofStore }),
  run: async ({ tx, actor, at }, { id, storeId }) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), keysOf(actor, storeId)))
      .returning({ id: apiKeys.id });
    return revoked.length > 0 ? { ok: true } : refuse("not_found", "unknown_key");
  },
});

async function ownsStore(tx: Tx, { person }: KeyMaker, storeId: string): Promise<boolean> {
  if (!isUuid(storeId)) return false;
  const [row] = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), eq(stores.userId, person.id)));
  return row !== undefined;
}

const listed = {
  id: apiKeys.id,
  name: apiKeys.label,
  mode: apiKeys.mode,
  access: apiKeys.access,
  hint: apiKeys.hint,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedFrom: apiKeys.lastUsedFrom,
};
export type ListedKey = { [K in keyof typeof listed]: (typeof listed)[K]["_"]["data"] | null };

/** The keys of the person, or of their store, newest first, without revoked ones. */
export const listApiKeys = ({ db }: { db: Db } & Pick<Services, "db">, maker: KeyMaker, storeId: string) =>
  db
    .select(listed)
    .from(apiKeys)
    .where(keysOf(maker, storeId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
