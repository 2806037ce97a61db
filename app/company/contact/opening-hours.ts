/** Whether the company is open, by Lagos time. */
import { lagos } from "../../domain/dates.ts";
import { COMPANY } from "../../domain/company.ts";

/** 'Open now' or 'Closed now', with when that changes. */
export function openNow(at: Date): { open: boolean; text: string } {
  const { weekday, hours, minutes } = lagos(at);
  const clock = hours + minutes / 60;
  const today = hoursOf(weekday);
  if (today && clock >= today.opens && clock < today.closes) {
    return { open: true, text: `Open now, until ${hourText(today.closes)}` };
  }
  if (today && clock < today.opens)
    return { open: false, text: `Closed now, opens today at ${hourText(today.opens)}` };
  for (let days = 1; days <= 7; days++) {
    const next = hoursOf((weekday + days) % 7);
    if (!next) continue;
    const day = days === 1 ? "tomorrow" : lagos(new Date(at.getTime() + days * 86_400_000)).weekdayName;
    return { open: false, text: `Closed now, opens ${day} at ${hourText(next.opens)}` };
  }
  return { open: false, text: "Closed now" };
}

function hoursOf(weekday: number) {
  return COMPANY.hours.find(({ weekdays }) => (weekdays as readonly number[]).includes(weekday));
}

function hourText(hour: number): string {
  return `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;
}
