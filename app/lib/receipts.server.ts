/** The answers that form keys were given, for forms whose row has no key column of its own. */
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
  const [earlier] = await tx
    .select({ answer: formReceipts.answer })
    .from(formReceipts)
    .where(eq(formReceipts.key, key));
  return (earlier?.answer as Kept | undefined) ?? answer;
}
