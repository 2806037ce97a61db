/** The time until or since a due date, in the words of the dispatch pages. Pure. */

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

export type DueClock = {
  overdue: boolean;
  /** The time in the largest unit that fits into it at least once: '20 min', '3 h', '2 days'. */
  length: string;
  /** The time in a phrase: 'due in 3 h', 'overdue 2 h', 'due now'. */
  text: string;
};

/**
 * Describes the time until a due date. Rounds down, so that the text never promises more time than there is: 3 h 50 min
 * gives 'due in 3 h'.
 */
export function dueClock(dueAt: Date, now: Date): DueClock {
  const minutes = (dueAt.getTime() - now.getTime()) / MINUTE_MS;
  const overdue = minutes <= 0;
  const length = lengthOf(Math.floor(Math.abs(minutes)));
  if (length === null) return { overdue, length: "now", text: overdue ? "overdue" : "due now" };
  return { overdue, length, text: overdue ? `overdue ${length}` : `due in ${length}` };
}

function lengthOf(minutes: number): string | null {
  if (minutes < 1) return null;
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes < 2 * DAY) return `${Math.floor(minutes / HOUR)} h`;
  return `${Math.floor(minutes / DAY)} days`;
}
