/**
 * A form's idempotency key makes it count once: the same key with the same content is answered as the first time. The same
 * key with other content is refused, so that nobody takes the first answer for it.
 */
import { createHash, createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../db/client.server.ts";
import { idempotencyKeys } from "../db/schema.ts";
import { refuse, type Refusal } from "../http/result.ts";
import type { Services } from "../services.server.ts";
import { sameBytes } from "../tokens.server.ts";

/** A form's key, and a keyed hash of what it asks for: rows keep it instead of the content. */
export type IdempotencyKey = { key: string; hash: Buffer };

/**
 * The key of a form with this content. Fields that are empty or off count as not sent, so that a form of the release before,
 * which does not know them, stays the same form. Give it no secret: it is a fast hash.
 */
export function idempotencyKey(
  { secret }: Pick<Services, "secret">,
  key: string,
  content: object,
): IdempotencyKey {
  return { key, hash: createHmac("sha256", secret).update(canonical(content)).digest() };
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part === "" || part === false || part === null) return undefined;
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What a key was used for first. Rows from before hashes were kept have none and count as the same content. */
export type FirstUse<Answer> = { formHash: Buffer | null; answer: Answer };

type KeyedRows = PgTable & { formKey: AnyPgColumn; formHash: AnyPgColumn };

/** The first use of a key in a table whose rows keep their own key, where no answer is kept; null without a row. */
async function findRowKey(
  tx: Pick<Tx, "select">,
  table: KeyedRows,
  { key }: IdempotencyKey,
): Promise<FirstUse<null> | null> {
  const [row] = await tx.select({ formHash: table.formHash }).from(table).where(eq(table.formKey, key));
  return row ? { formHash: row.formHash as Buffer | null, answer: null } : null;
}

export type Idempotent<Answer, Out> = {
  /** Looks for the first use of the key: in `idempotency_keys`, or in a row that keeps its own key. */
  find: () => Promise<FirstUse<Answer> | null>;
  /** The response to the same key with the same content. */
  repeat: (answer: Answer) => Out | Promise<Out>;
  /** The message for the same key with other content: a conflict. */
  conflict: (answer: Answer) => string;
};

/**
 * Does `work` once for a key. Uniqueness is a constraint of the database: `work` returns null where its insert met the key,
 * which another request has used meanwhile: that use is then the first.
 */
export async function withIdempotency<Answer, Out>(
  { hash }: IdempotencyKey,
  { find, repeat, conflict }: Idempotent<Answer, Out>,
  work: () => Promise<Out | null>,
): Promise<Out | Refusal<"conflict">> {
  const respond = ({ formHash, answer }: FirstUse<Answer>) =>
    formHash === null || sameBytes(formHash, hash) ? repeat(answer) : refuse("conflict", conflict(answer));
  const earlier = await find();
  if (earlier) return respond(earlier);
  const done = await work();
  if (done !== null) return done;
  const meanwhile = await find();
  if (!meanwhile) throw new Error("an idempotency key met a conflict and has no row");
  return respond(meanwhile);
}

/** The same for a form that adds a row which keeps its key: `again` answers its repeat, `conflict` is said of other content. */
export function withRowKey<Out>(
  { tx, table, form }: { tx: Pick<Tx, "select">; table: KeyedRows; form: IdempotencyKey },
  { again, conflict }: { again: Out; conflict: string },
  work: () => Promise<Out | null>,
): Promise<Out | Refusal<"conflict">> {
  const find = () => findRowKey(tx, table, form);
  return withIdempotency(form, { find, repeat: () => again, conflict: () => conflict }, work);
}

/**
 * Claims a key in the caller's transaction, with what to answer when it comes again; false where it is taken. A form sent
 * twice at once waits here for the first one's transaction.
 */
export async function claimKey(tx: Tx, form: IdempotencyKey, answer: object, at: Date): Promise<boolean> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ key: form.key, formHash: form.hash, answer, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

/** The first use of a claimed key. */
export async function findKey<Answer extends object>(
  tx: Pick<Tx, "select">,
  { key }: IdempotencyKey,
): Promise<FirstUse<Answer> | null> {
  const [row] = await tx
    .select({ answer: idempotencyKeys.answer, formHash: idempotencyKeys.formHash })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, key));
  return row ? { formHash: row.formHash, answer: row.answer as Answer } : null;
}

/**
 * The same, where requests with one key wait for each other until the caller's transaction ends: the second finds what the first
 * did, and nothing is written under a key that is taken. Call it before any other lock.
 */
export async function findLockedKey<Answer extends object>(
  tx: Tx,
  form: IdempotencyKey,
): Promise<FirstUse<Answer> | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${form.key}, 7265003))`);
  return findKey(tx, form);
}

/** `withIdempotency` for a key that `work` claims with `claimKey`. */
export function withClaimedKey<Answer extends object, Out>(
  tx: Pick<Tx, "select">,
  form: IdempotencyKey,
  respond: Omit<Idempotent<Answer, Out>, "find">,
  work: () => Promise<Out | null>,
): Promise<Out | Refusal<"conflict">> {
  return withIdempotency(form, { find: () => findKey<Answer>(tx, form), ...respond }, work);
}

type Once = {
  tx: Tx;
  at: Date;
  /** Claims the key; false where it is taken, and then `work` returns null. */
  claim: () => Promise<boolean>;
};

/**
 * Does `work` in a transaction, once for a key that `work` claims; requests with one key wait for each other. The same form
 * again is answered `ok`. Refuses a key with other content.
 */
export function transactOnce<Out>(
  services: Pick<Services, "db" | "now" | "secret">,
  key: string,
  content: object,
  work: (once: Once) => Promise<Out | null>,
  conflict = "This form was already sent with other content. Load the page again.",
): Promise<Out | { ok: true } | Refusal<"conflict">> {
  const at = services.now();
  const form = idempotencyKey(services, key, content);
  return services.db.transaction((tx) =>
    withIdempotency<object, Out | { ok: true }>(
      form,
      { find: () => findLockedKey(tx, form), repeat: () => ({ ok: true }), conflict: () => conflict },
      () => work({ tx, at, claim: () => claimKey(tx, form, {}, at) }),
    ),
  );
}

/** The key of one part of a form that changes several things, each with a key of its own. */
export function partKey(key: string, part: string): string {
  const hex = createHash("sha256").update(`${key}/${part}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
