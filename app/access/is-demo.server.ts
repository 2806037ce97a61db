/** DEMO-1: whether this installation is a demo. */
import { eq } from "drizzle-orm";
import { DEMO_ROW } from "../domain/demo-doors.ts";
import { oneTimeSeeds } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";

/** True if this installation is a demo that others cannot reach by its own settings. */
export async function isDemo({
  db,
  mailbox,
  mailboxPublic,
}: Pick<Services, "db" | "mailbox" | "mailboxPublic">): Promise<boolean> {
  if (!mailbox || mailboxPublic) return false;
  const [row] = await db.select().from(oneTimeSeeds).where(eq(oneTimeSeeds.name, DEMO_ROW));
  return row !== undefined;
}
