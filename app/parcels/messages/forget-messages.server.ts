/** TELL-10: deletes the texts of messages after 30 days, their rows after a year. Monthly costs are kept. */
import { sql } from "drizzle-orm";
import { receiverMessages } from "../../platform/db/schema.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";
import { MAIL_DAYS, MAIL_TEXT_DAYS } from "../../notifications/mail-days.ts";

export async function forgetMessages({ before, each, change, db }: RetentionRound) {
  return {
    messageTexts: await change(
      receiverMessages,
      sql`text is not null and created_at < ${before(MAIL_TEXT_DAYS)}`,
      { text: null },
    ),
    receiverMessages: await each(receiverMessages, sql`created_at < ${before(MAIL_DAYS)}`, (where) =>
      db.delete(receiverMessages).where(where),
    ),
  };
}
