/** TELL-10: deletes messages' texts after 30 days, and their rows after a year. Monthly costs stay. */
import { sql } from "drizzle-orm";
import { receiverMessages } from "../../platform/db/schema.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";

export async function forgetMessages({ db, before, each }: RetentionRound) {
  return {
    messageTexts: await each(
      receiverMessages,
      sql`text is not null and created_at < ${before("mailTexts")}`,
      (where) => db.update(receiverMessages).set({ text: null }).where(where),
    ),
    receiverMessages: await each(receiverMessages, sql`created_at < ${before("mails")}`, (where) =>
      db.delete(receiverMessages).where(where),
    ),
  };
}
