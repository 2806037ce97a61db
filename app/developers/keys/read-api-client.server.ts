/** API-1: finds the API key of a request, records the use and makes the actor. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { memberMay } from "../../domain/business.ts";
import { notify } from "../../notifications/notify.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { pickColumns } from "../../platform/db/client.server.ts";
import { apiKeys, businessMembers, profiles } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { hashToken } from "../../platform/tokens.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { ApiClient } from "../../access/actor.ts";
import { apiClientOf } from "../../access/actors.server.ts";
import { modeOfApiKey } from "./api-key-text.server.ts";
import { ownerOfRow } from "../../access/key-owner.server.ts";
import { networkOf } from "./network.server.ts";

/** The use of a key is stored at most once in this time (ms). */
const NOTE_EVERY_MS = 60_000;

const keyByHash = preparedOnce((db) =>
  db
    .select({
      keyId: apiKeys.id,
      ...pickColumns(apiKeys, "mode", "access", "storeId", "businessId"),
      role: businessMembers.role,
      lastUsedAt: apiKeys.lastUsedAt,
      networks: apiKeys.networks,
      id: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      fullName: profiles.fullName,
      phone: profiles.phone,
      address: profiles.address,
      referralCode: profiles.referralCode,
    })
    .from(apiKeys)
    .innerJoin(profiles, eq(profiles.id, apiKeys.userId))
    .leftJoin(
      businessMembers,
      and(eq(businessMembers.userId, apiKeys.userId), eq(businessMembers.businessId, apiKeys.businessId)),
    )
    .where(and(eq(apiKeys.keyHash, sql.placeholder("hash")), isNull(apiKeys.revokedAt)))
    .prepare("api_key"),
);

/** Returns the key's text from an Authorization header. Null if the header does not have the form 'Bearer …'. */
export const bearerOf = (header: string): string | null =>
  /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? null;

/**
 * Finds the client of a key. Returns null for an unknown or revoked key, and for a business key whose maker is no
 * longer a member. Records the last use at most once a minute. Mails the maker about the first use from a network.
 * `services` must have the live database, also for a test key.
 */
export async function readApiClient(services: Services, text: string, ip: string): Promise<ApiClient | null> {
  const mode = modeOfApiKey(text);
  if (!mode) return null;
  const [row] = await keyByHash(services.db).execute({ hash: hashToken(text) });
  if (!row || row.mode !== mode) return null;
  const { keyId, access, storeId, businessId, role, lastUsedAt, networks, mode: _mode, ...person } = row;
  if (businessId && !role) return null;
  const network = networkOf(ip);
  const now = services.now();
  if (!networks.includes(network)) await noteNetwork(services, keyId, network, now);
  else if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > NOTE_EVERY_MS)
    await services.db
      .update(apiKeys)
      .set({ lastUsedAt: now, lastUsedFrom: network })
      .where(eq(apiKeys.id, keyId));
  const owner = ownerOfRow({ userId: person.id, storeId, businessId });
  const seesMoney = !role || memberMay(role, "seeMoney");
  return apiClientOf({ ip, keyId, mode, access, person, owner, seesMoney });
}

/** Stores that a key was used from a network. If this is the first use from the network, mails the maker. */
const noteNetwork = (services: Services, keyId: string, network: string, at: Date): Promise<void> =>
  transact(services.db, async (tx) => {
    const noted = await tx
      .update(apiKeys)
      .set({
        networks: sql`${apiKeys.networks} || ${JSON.stringify([network])}::jsonb`,
        lastUsedAt: at,
        lastUsedFrom: network,
      })
      .where(and(eq(apiKeys.id, keyId), sql`not ${apiKeys.networks} ? ${network}`))
      .returning({ id: apiKeys.id });
    if (noted.length > 0) await notify(services, tx, { event: "api_key_elsewhere", about: { keyId } });
  });
