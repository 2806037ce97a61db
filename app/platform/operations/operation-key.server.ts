/**
 * Idempotency keys of operations. A key counts once for one operation in one key space: a person's space, or the space
 * of all guests. The stored key is derived from the space, the operation and the form's key. So if two people use the
 * same key, two keys are stored, and neither person learns anything about the other.
 */
import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Tx } from "../db/client.server.ts";
import { idempotencyKeys } from "../db/schema.ts";
import type { Services } from "../services.server.ts";
import { sameBytes } from "../tokens.server.ts";

type Secret = Pick<Services, "secret">;

/** A stored key and a keyed hash of the form's content. Rows store the hash instead of the content. */
export type ReservedKey = { key: string; hash: Buffer };

/**
 * Derives a UUID from the operation's name, the form's key and the space. Equal keys in different spaces give different
 * UUIDs (`keySpaces` in declaration.ts).
 */
export function keyInSpace({ secret }: Secret, space: string, name: string, key: string): string {
  return asUuid(createHmac("sha256", secret).update(JSON.stringify([space, name, key])));
}

/** Derives the key for one part of a form that makes several changes. */
export const partKey = (key: string, part: string): string =>
  asUuid(createHash("sha256").update(`${key}/${part}`));

function asUuid(hash: Hash | Hmac): string {
  const hex = hash.digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}

/**
 * Hashes a form's content. An empty field, or a box that is not ticked, counts as not sent. The hash is fast to
 * compute, so the content must contain no secret that could be found by trying many values.
 */
export function contentHash({ secret }: Secret, content: object): Buffer {
  return createHmac("sha256", secret).update(canonical(content)).digest();
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part === "" || part === false || part === null) return undefined;
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export type KeyToReserve = {
  name: string;
  key: string;
  content: object;
  spaces: readonly [own: string, ...others: string[]];
};

/** The first result stored for a key. `same`: the form that stored the result had the same content as this form. */
export type FirstUse<Answer> = { response: Answer; same: boolean };

/**
 * An idempotency key that a row stores, with the operation's result. If the row has no hash of the content, any content
 * counts as the same.
 */
export type StoredKey<Answer> = { key: string; formHash: Buffer | null; response: Answer };

export const storedKeys =
  <Answer>(db: Pick<Tx, "select">) =>
  async (keys: readonly string[]) =>
    (await db
      .select()
      .from(idempotencyKeys)
      .where(inArray(idempotencyKeys.key, [...keys]))) as StoredKey<Answer>[];

export const reservedKeyOf = (
  services: Secret,
  { name, key, content, spaces }: KeyToReserve,
): ReservedKey => ({
  key: keyInSpace(services, spaces[0], name, key),
  hash: contentHash(services, content),
});

/**
 * Finds the first use of a key; null if the key is new. A use in another key space counts only if the content is the
 * same, because with other content it was another form.
 */
export async function findFirstUse<Answer>(
  services: Secret,
  { name, key, content, spaces }: KeyToReserve,
  read: (keys: readonly string[]) => Promise<StoredKey<Answer>[]>,
): Promise<FirstUse<Answer> | null> {
  const hash = contentHash(services, content);
  const keys = spaces.map((space) => keyInSpace(services, space, name, key));
  const rows = await read(keys);
  const same = rows.find(({ formHash }) => formHash && sameBytes(formHash, hash));
  const first = same ?? rows.find((row) => row.key === keys[0]);
  if (!first) return null;
  return { response: first.response, same: first === same || first.formHash === null };
}

/**
 * Reserves a key in the caller's transaction, or finds its first use. If a form is sent twice at the same time, the
 * second call waits until the transaction of the first call ends.
 */
export async function reserveOrFind<Answer>(
  services: Secret,
  tx: Tx,
  toReserve: KeyToReserve,
  at: Date,
): Promise<{ reserved: ReservedKey } | FirstUse<Answer>> {
  const find = () => findFirstUse(services, toReserve, storedKeys<Answer>(tx));
  const elsewhere = toReserve.spaces.length > 1 ? await find() : null;
  if (elsewhere) return elsewhere;
  const reserved = reservedKeyOf(services, toReserve);
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ key: reserved.key, formHash: reserved.hash, response: {}, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length > 0) return { reserved };
  const first = await find();
  if (!first) throw new Error("an idempotency key met a conflict and has no row");
  return first;
}

/** Stores the result of an operation with its reserved key, as the response to a repeated form. */
export async function storeResponse(tx: Tx, { key }: ReservedKey, response: object): Promise<void> {
  await tx.update(idempotencyKeys).set({ response }).where(eq(idempotencyKeys.key, key));
}
