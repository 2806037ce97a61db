/**
 * Idempotency keys of forms: the same key with the same content gets the first response again. The same key with other
 * content is a new request and is refused, so that nobody takes the first response for it
 * (docs/decisions/0016-idempotency-keys.md).
 */
import { createHash, createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Tx } from "../db/client.server.ts";
import { idempotencyKeys } from "../db/schema.ts";
import type { Services } from "../services.server.ts";
import { sameBytes } from "../tokens.server.ts";

/** A form's key, and a keyed hash of its content: rows store the hash instead of the content. */
export type KeyedForm = { key: string; hash: Buffer };

/**
 * The keyed form of this content. Empty and unticked fields count as not sent, so that a form of an older release,
 * which does not have them, has the same hash. Give it no secret: the hash is fast.
 */
export function keyedForm({ secret }: Pick<Services, "secret">, key: string, content: object): KeyedForm {
  const hash = createHmac("sha256", secret).update(canonical(content)).digest();
  return { key, hash };
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part === "" || part === false || part === null) return undefined;
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether a row was made by this form's content. Rows without a hash (older ones) count as the same. */
export function sameContent(kept: Buffer | null, { hash }: KeyedForm): boolean {
  return kept === null || sameBytes(kept, hash);
}

/** `same`: whether the content was the same, so that `answer` is the response to it. */
export type Earlier<Kept> = { same: boolean; answer: Kept };

/**
 * Claims a form's key in the caller's transaction. Null the first time, then what was stored. A form sent twice at once
 * waits here for the first one's transaction.
 */
export async function claimKey<Kept extends object>(
  tx: Tx,
  form: KeyedForm,
  answer: Kept,
  at: Date,
): Promise<Earlier<Kept> | null> {
  const [claimed] = await tx
    .insert(idempotencyKeys)
    .values({ key: form.key, formHash: form.hash, answer, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed) return null;
  return (await readReceipt<Kept>(tx, form)) ?? { same: true, answer };
}

/** The stored response to a form's key, if there is one. */
export async function readReceipt<Kept extends object>(
  tx: Pick<Tx, "select">,
  form: KeyedForm,
): Promise<Earlier<Kept> | null> {
  const [earlier] = await tx
    .select({ answer: idempotencyKeys.answer, formHash: idempotencyKeys.formHash })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, form.key));
  return earlier ? { same: sameContent(earlier.formHash, form), answer: earlier.answer as Kept } : null;
}

/** The key of one part of a form that changes several things, each with a stored response of its own. */
export function partKey(key: string, part: string): string {
  const hex = createHash("sha256").update(`${key}/${part}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
