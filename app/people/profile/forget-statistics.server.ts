/**
 * PROFILE-6: PostgreSQL's statistics of a table contain the most common values of its columns, including names, phones
 * and streets. Erased values stay in the statistics until the table is analysed again. So after an erasure, a job
 * analyses the tables.
 */
import { createHash } from "node:crypto";
import { getTableName, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  bankStatementLines,
  bankStatements,
  contactMessages,
  contactReplies,
  customerNotes,
  customerSummaries,
  bookings,
  bookingEvents,
  emailLinks,
  mails,
  onlinePayments,
  orders,
  stores,
  payees,
  transferNotices,
  payments,
  products,
  profiles,
  settlementEntries,
  cashEntries,
  attemptAnswers,
  claimEntries,
  claims,
  consents,
  custodyEntries,
  exceptions,
  proofs,
  receiverChoices,
  receiverLinks,
  receiverMessages,
  rememberedPlaces,
  riderDeeds,
  riders,
  runs,
} from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import { STATISTICS } from "./statistics-job.ts";

/** Tables with text of or about a customer, a receiver or a rider (docs/retention.md). */
export const TABLES_OF_PEOPLE = [
  profiles,
  bookings,
  bookingEvents,
  customerSummaries,
  customerNotes,
  contactMessages,
  contactReplies,
  mails,
  emailLinks,
  orders,
  stores,
  products,
  payments,
  transferNotices,
  onlinePayments,
  payees,
  settlementEntries,
  bankStatements,
  bankStatementLines,
  riders,
  runs,
  custodyEntries,
  cashEntries,
  exceptions,
  proofs,
  claims,
  claimEntries,
  receiverLinks,
  receiverChoices,
  attemptAnswers,
  receiverMessages,
  consents,
  rememberedPlaces,
  riderDeeds,
].map(getTableName);

/**
 * The span of time in which all erasures share one analysis. An analysis is expensive: with a million bookings it reads
 * 30,000 blocks.
 */
const SPAN_SECONDS = 5 * 60;
/**
 * The pause between the end of a span and its analysis, so that the last erasure of the span is committed before the
 * analysis.
 */
const MARGIN_SECONDS = 30;

/** Queues the analysis in the transaction of an erasure. The analysis runs after the current span. */
export async function queueStatistics(
  tx: Tx | Db,
  { jobs, now }: Pick<Services, "jobs" | "now">,
): Promise<void> {
  const at = now().getTime() / 1000;
  const span = Math.floor(at / SPAN_SECONDS);
  const hash = createHash("sha256").update(`statistics ${span}`).digest("hex");
  const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
  const afterSeconds = (span + 1) * SPAN_SECONDS - at + MARGIN_SECONDS;
  await jobs.add(tx, STATISTICS, {}, { id, afterSeconds });
}

/** Analyses each table by a separate statement, so that each table has the full time limit of a statement. */
export function statisticsWorker(): JobWork<object> {
  return async (_, db) => {
    for (const table of TABLES_OF_PEOPLE) await db.execute(sql`select count_again(array[${table}::text])`);
  };
}
