import { and, eq, ne } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { sessions } from "../platform/db/schema.ts";

/** Ends all sessions of a person, except the one whose token has the hash `keep`. */
export async function endSessionsOf(tx: Tx | Db, userId: string, keep: Buffer | null = null): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep ? ne(sessions.tokenHash, keep) : undefined));
}
