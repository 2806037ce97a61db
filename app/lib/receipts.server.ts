/** The answers that form keys were given, for forms whose row has no key column of its own. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Tx } from "../db/client.server.ts";
import { formReceipts } from "../db/schema.ts";

/**
 * Claims a form's key in the caller's transaction. Null the first time; the answer that was kept when the same form
 * comes again. A form sent twice at once waits here for the first one's transaction.
 */
export async function claimKey<Kept extends object>(
  tx: Tx,
  key: string,
  answer: Kept,
  at: Date,
): Promise<Kept | null> {
  const [claimed] = await tx
    .insert(formReceipts)
    .values({ key, answer, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: formReceipts.key });
  if (claimed) return null;
  return (await readReceipt<Kept>(tx, key)) ?? answer;
}

/** The answer that a form's key was given before, if it was. */
export async function readReceipt<Kept extends object>(tx: Tx, key: string): Promise<Kept | null> {
  const [earlier] = await tx
    .select({ answer: formReceipts.answer })
    .from(formReceipts)
    .where(eq(formReceipts.key, key));
  return (earlier?.answer as Kept | undefined) ?? null;
}

/** The key of one part of a form that changes several things, each with a receipt of its own. */
export function partKey(key: string, part: string): string {
  const hex = createHash("sha256").update(`${key}/${part}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
