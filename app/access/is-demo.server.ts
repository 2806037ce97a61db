/** DEMO-1: says whether this installation is a demo, and whether its data is complete. */
import { eq } from "drizzle-orm";
import { DEMO_ROW, STORY_WANTED } from "../domain/demo-doors.ts";
import { oneTimeSeeds } from "../platform/db/schema.ts";
import { isLoopback } from "../platform/http/is-loopback.ts";
import type { Services } from "../platform/services.server.ts";

type Asked = Pick<Services, "db" | "mailbox" | "origin">;

/**
 * True if this installation is a demo: the database began as a demo, there is no mail server, and `origin` is an
 * address of this machine. Each sign-in also checks that its request was made on this machine (own-machine.ts), so
 * MAILBOX=public and HOST give access to nobody else.
 */
export const isDemo = (asked: Asked): Promise<boolean> => mayBeDemo(asked, DEMO_ROW);

/** True if this installation becomes a demo once its data is complete. */
export const isDemoSoon = (asked: Asked): Promise<boolean> => mayBeDemo(asked, STORY_WANTED);

/** True if this database is to be filled with the demo's data. */
export const isStoryWanted = ({ db }: Pick<Asked, "db">): Promise<boolean> => hasRow(db, STORY_WANTED);

async function mayBeDemo({ db, mailbox, origin }: Asked, row: string): Promise<boolean> {
  return mailbox && isLoopback(new URL(origin).hostname) && hasRow(db, row);
}

async function hasRow(db: Services["db"], name: string): Promise<boolean> {
  const [row] = await db.select().from(oneTimeSeeds).where(eq(oneTimeSeeds.name, name));
  return row !== undefined;
}
