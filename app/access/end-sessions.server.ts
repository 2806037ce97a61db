import { and, eq, ne } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { sessions } from "../platform/db/schema.ts";

/** Ends all sessions of a person. `keep` is the token hash of the one session that continues; null ends all. */
export async function endSessionsOf(tx: Tx | Db, userId: string, keep: Buffer | null = null): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep ? ne(sessions.tokenHash, keep) : undefined));
}
