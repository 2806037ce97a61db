/** The opening hours of an office, and the texts about them. Pure. */

/** Consecutive days with the same hours. Day 0 is Monday. Times are written '08:00' and '18:00'. */
export type OfficeHours = { first: number; last: number; opens: string; closes: string };

/** The days as people write them in form fields, beginning with Monday. */
export const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Writes 'Mon-Fri', or 'Sat' for a single day. */
export const openDaysText = ({ first, last }: Pick<OfficeHours, "first" | "last">): string =>
  [...new Set([first, last])].map((day) => capitalised(WEEK[day] ?? "")).join("-");

/** Writes hours as 'Mon-Fri 8:00 AM-6:00 PM'. */
export const hoursLines = (hours: readonly OfficeHours[]): string[] =>
  hours.map((office) => `${openDaysText(office)} ${clockText(office.opens)}-${clockText(office.closes)}`);

/** Writes '6:00 PM' for '18:00'. */
export function clockText(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? "AM" : "PM"}`;
}
