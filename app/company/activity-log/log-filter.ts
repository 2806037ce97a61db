/** STAFF-13: the filter of the activity log, from the URL. The default period is from 7 days ago to today. */
import { addDays, lagosDay, parseLagosDay } from "../../domain/dates.ts";
import { ACTIVITY_ACTIONS, type ActivityAction } from "../../domain/activity-actions.ts";
import { uuidParam } from "../../platform/http/uuid.ts";

export const INVALID_DATE = "Invalid date";
const DEFAULT_DAYS = 7;
/** A filter of the log. A record at the time `since` matches; a record at the time `until` does not. */
export type LogFilter = { admin: string | null; action: ActivityAction | null; since: Date; until: Date };
export type AskedFilter = {
  filter: LogFilter | null;
  rawValues: { admin: string; action: string; from: string; to: string };
  errors: { from?: string; to?: string };
};

export function readLogFilter(params: URLSearchParams, now: Date): AskedFilter {
  const from = params.get("from") || lagosDay(addDays(now, -DEFAULT_DAYS));
  const to = params.get("to") || lagosDay(now);
  const admin = uuidParam(params.get("admin"));
  const action = ACTIVITY_ACTIONS.find((known) => known === params.get("action")) ?? null;
  const first = parseLagosDay(from);
  const last = parseLagosDay(to);
  const errors: AskedFilter["errors"] = {};
  if (!first) errors.from = INVALID_DATE;
  if (!last) errors.to = INVALID_DATE;
  if (first && last && first > last) errors.to = "Choose a day on or after the from date";
  const filter =
    first && last && first <= last ? { admin, action, since: first, until: addDays(last, 1) } : null;
  return {
    filter,
    // An invalid day becomes empty, because a date field shows only valid days.
    rawValues: { admin: admin ?? "", action: action ?? "", from: first ? from : "", to: last ? to : "" },
    errors,
  };
}
