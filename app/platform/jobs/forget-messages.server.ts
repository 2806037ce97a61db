/**
 * TELL-10: the texts of messages to receivers are deleted after 30 days, the rows after a year; the cost of a month stays.
 */
import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/client.server.ts";
import { receiverMessages } from "../db/schema.ts";

type Done = { rowCount: number | null };

export async function forgetMessages(
  db: Db,
  each: (table: PgTable, over: SQL, work: (where: SQL) => Promise<Done>) => Promise<number>,
  textsBefore: SQL,
  before: SQL,
) {
  return {
    messageTexts: await each(
      receiverMessages,
      sql`text is not null and created_at < ${textsBefore}`,
      (where) => db.update(receiverMessages).set({ text: null }).where(where),
    ),
    receiverMessages: await each(receiverMessages, sql`created_at < ${before}`, (where) =>
      db.delete(receiverMessages).where(where),
    ),
  };
}
