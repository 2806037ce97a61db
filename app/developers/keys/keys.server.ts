/** API-1: makes, lists and revokes API keys. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import type { Member } from "../../access/actor.ts";
import { anybody } from "../../access/by.server.ts";
import { MOST_KEYS } from "../../domain/api-keys.ts";
import { logBusiness } from "../../money/businesses/business-events.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { type Db, pickColumns, type Tx } from "../../platform/db/client.server.ts";
import { apiKeys, businessMembers, profiles, stores } from "../../platform/db/schema.ts";
import { plainField, uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { hashToken } from "../../platform/tokens.server.ts";
import { drawApiKey, hintOfApiKey } from "./api-key-text.server.ts";
import { keyForm } from "./key-form.ts";
import { refuse } from "./messages.ts";
import {
  handledBy,
  madeFor,
  keyOwnerColumns,
  keyOwnerOf,
  type KeyMaker,
} from "../../access/key-owner.server.ts";
import { networkOf } from "./network.server.ts";

const keyMaker: By<KeyMaker> = anybody;
const isLive = isNull(apiKeys.revokedAt);

const ofStore = { storeId: plainField().max(40).default("") };

/**
 * Makes an API key for the person, the person's store or the person's business, and mails the person. Only the first
 * answer has the key's text: the database stores a hash. Refuses:
 *
 * - A test key, if there is no sandbox.
 * - A store of another person.
 * - A business without an open account, and a person who is no longer a member of the business.
 * - A key beyond the 20 valid keys that a person may have for one owner.
 */
export const makeApiKey = operation({
  name: "api_keys.make",
  by: keyMaker,
  input: keyForm.extend(ofStore),
  run: async (work, { name, mode, access, storeId }) => {
    const { services, tx, actor, at } = work;
    if (mode === "test" && !services.sandbox) return refuse("invalid", "no_test_mode");
    if (storeId && !(await ownsStore(tx, actor, storeId))) return refuse("not_found", "unknown_store");
    if (actor.kind === "member" && actor.business.state !== "open") return refuse("conflict", "not_open");
    if (actor.kind === "member" && !(await isStillMember(tx, actor))) return refuse("conflict", "no_member");
    const owner = keyOwnerOf(actor, storeId);
    if ((await tx.$count(apiKeys, and(madeFor(apiKeys, actor.person, owner), isLive))) >= MOST_KEYS)
      return refuse("conflict", "too_many_keys");
    const key = drawApiKey(mode);
    const [made] = await tx
      .insert(apiKeys)
      .values({
        userId: actor.person.id,
        ...keyOwnerColumns(owner),
        label: name,
        ...{ mode, access, keyHash: hashToken(key), hint: hintOfApiKey(key) },
        createdAt: at,
        networks: [networkOf(actor.ip)],
      })
      .returning({ id: apiKeys.id });
    if (actor.kind === "member")
      await logBusiness(work, actor.business.id, `Made the API key ${name} (${hintOfApiKey(key)})`);
    await notify(services, tx, { event: "api_key_made", about: { keyId: made!.id } });
    return { ok: true, id: made!.id, key };
  },
  stored: ({ ok, id }) => ({ ok, id }),
});

/**
 * Revokes a key at once: the next request with the key is refused. An owner of a business may also revoke the keys that
 * other members made for the business. Refuses another person's key as not found.
 */
export const revokeApiKey = operation({
  name: "api_keys.revoke",
  by: keyMaker,
  keyless: true,
  input: z.object({ id: uuidField, ...ofStore }),
  run: async (work, { id, storeId }) => {
    const { tx, actor, at } = work;
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), handledBy(apiKeys, actor, storeId), isLive))
      .returning({ name: apiKeys.label, hint: apiKeys.hint });
    if (!revoked) return refuse("not_found", "unknown_key");
    if (actor.kind === "member")
      await logBusiness(work, actor.business.id, `Revoked the API key ${revoked.name} (${revoked.hint})`);
    return { ok: true };
  },
});

/**
 * True if the person is still a member of the business. The lock on the membership's row makes a simultaneous removal
 * of the member wait until the key is stored. The removal then revokes the key, so no key outlives a membership.
 */
async function isStillMember(tx: Tx, { person, business }: Member): Promise<boolean> {
  const [row] = await tx
    .select({ userId: businessMembers.userId })
    .from(businessMembers)
    .where(and(eq(businessMembers.userId, person.id), eq(businessMembers.businessId, business.id)))
    .for("key share");
  return row !== undefined;
}

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
  ...pickColumns(apiKeys, "mode", "access", "hint", "createdAt", "lastUsedAt", "lastUsedFrom"),
  maker: sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`,
};

/** Lists the keys that the person may handle, newest first. Revoked keys are left out. */
export const listApiKeys = ({ db }: { db: Db } & Pick<Services, "db">, maker: KeyMaker, storeId: string) =>
  db
    .select(listed)
    .from(apiKeys)
    .innerJoin(profiles, eq(profiles.id, apiKeys.userId))
    .where(and(handledBy(apiKeys, maker, storeId), isLive))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
export type ListedKey = Awaited<ReturnType<typeof listApiKeys>>[number];
