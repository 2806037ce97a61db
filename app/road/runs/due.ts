/** Checks if a piece is due today or late, for the board and a run's page (STATUS-7). Pure. */
import { addDays, startOfLagosDay } from "../../domain/dates.ts";

export const DUE_NAMES = { late: "Late", today: "Due today" } as const;
export type Due = keyof typeof DUE_NAMES;

/** Returns 'late' if the last promised day has passed, 'today' if it is today, and null otherwise. */
export function dueOf(promisedDay: Date, now: Date): Due | null {
  const today = startOfLagosDay(now);
  if (promisedDay < today) return "late";
  return promisedDay < addDays(today, 1) ? "today" : null;
}

export function dueText(all: readonly (Due | null)[]): string {
  const count = (due: Due) => all.filter((one) => one === due).length;
  return (["late", "today"] as const)
    .filter((due) => count(due) > 0)
    .map((due) => `${count(due)} ${DUE_NAMES[due].toLowerCase()}`)
    .join(" · ");
}
