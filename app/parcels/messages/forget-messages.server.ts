/** TELL-10: deletes the texts of messages after 30 days, their rows after a year. Monthly costs are kept. */
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
