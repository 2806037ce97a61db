/**
 * STORE-7: a store's opening hours. They are whole Lagos hours, so a cached page is correct until the hour ends. Pure.
 */
import { addDays, lagosClock } from "./dates.ts";

/** The groups of days that have their own opening hours. Sunday is 0. */
export const DAY_GROUPS = {
  weekdays: { label: "Monday to Friday", short: "Mon-Fri", days: [1, 2, 3, 4, 5] },
  saturday: { label: "Saturday", short: "Sat", days: [6] },
  sunday: { label: "Sunday", short: "Sun", days: [0] },
} as const;
export type DayGroup = keyof typeof DAY_GROUPS;
export const DAY_GROUP_NAMES = ["weekdays", "saturday", "sunday"] as const satisfies DayGroup[];

/** The opening and closing hours, 0 to 24. Null for days on which the store is closed. */
export type StoreHours = Record<DayGroup, { opens: number; closes: number } | null>;

/** Writes an hour as '8:00 AM'. 24 is midnight, '12:00 AM'. */
export const hourText = (hour: number): string => `${hour % 12 || 12}:00 ${hour % 24 < 12 ? "AM" : "PM"}`;

const timesOn = (hours: StoreHours, weekday: number) => {
  const group = DAY_GROUP_NAMES.find((name) => DAY_GROUPS[name].days.some((day) => day === weekday));
  return group ? hours[group] : null;
};

/** Writes 'Open now, until 6:00 PM', or when the store opens next. */
export function openText(hours: StoreHours, at: Date): { open: boolean; text: string } {
  const now = lagosClock(at);
  for (let days = 0; days <= 7; days++) {
    const times = timesOn(hours, (now.weekday + days) % 7);
    if (!times) continue;
    if (days > 0 || now.hours < times.opens) {
      const day = ["today", "tomorrow"][days] ?? `on ${lagosClock(addDays(at, days)).weekdayName}`;
      return { open: false, text: `Closed now, opens ${day} at ${hourText(times.opens)}` };
    }
    if (now.hours < times.closes) return { open: true, text: `Open now, until ${hourText(times.closes)}` };
  }
  return { open: false, text: "Closed now" };
}

/** Writes all hours as 'Mon-Fri 8:00 AM-6:00 PM, Sat closed'. */
export const hoursText = (hours: StoreHours): string =>
  DAY_GROUP_NAMES.map((name) => {
    const times = hours[name];
    return `${DAY_GROUPS[name].short} ${times ? `${hourText(times.opens)}-${hourText(times.closes)}` : "closed"}`;
  }).join(", ");
