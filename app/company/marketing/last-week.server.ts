/** HOME-5: last week's deliveries and their punctuality, from counters that the database maintains. */
import { inArray, sql } from "drizzle-orm";
import { addDays, lagosDay, startOfLagosWeek } from "../../domain/dates.ts";
import { counters } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

/** The home page shows a week's deliveries only if there were at least this many. */
const FEWEST = 20;

/** Counts the deliveries of the last full Lagos week and the percentage in time. Null below FEWEST. */
export async function lastWeek({
  db,
  now,
}: Pick<Services, "db" | "now">): Promise<{ delivered: number; inTimePercent: number } | null> {
  const monday = lagosDay(addDays(startOfLagosWeek(now()), -7));
  const [all, inTime] = [`week/${monday}/delivered`, `week/${monday}/in_time`];
  const rows = await db
    .select({ name: counters.name, n: sql<number>`sum(${counters.n})::float8` })
    .from(counters)
    .where(inArray(counters.name, [all, inTime]))
    .groupBy(counters.name);
  const number = (name: string) => rows.find((row) => row.name === name)?.n ?? 0;
  const delivered = number(all);
  if (delivered < FEWEST) return null;
  return { delivered, inTimePercent: Math.round((100 * number(inTime)) / delivered) };
}
