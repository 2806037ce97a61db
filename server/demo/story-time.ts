/** The time of the demo's story: its working days, its agenda, and the draws that are the same each time. Pure. */
import { addDays, lagos, lagosDay, middayOf } from "../../app/domain/dates.ts";
import { closedDays } from "../../app/domain/places-days.ts";
import type { Office } from "../../app/domain/working-days.ts";

/** Eight weeks. */
export const STORY_DAYS = 56;
const MINUTE = 60_000;

/** The moment of a Lagos day at 'HH:MM', and some minutes later. */
export const moment = (day: string, time: string, minutes = 0): Date =>
  new Date(Date.parse(`${day}T${time}:00+01:00`) + Math.round(minutes * MINUTE));

export const isSaturday = (day: string): boolean => lagos(middayOf(day)).weekday === 6;

/** The days from eight weeks before `now` to today on which hubs work. */
export function workingDays(now: Date, office: Pick<Office, "holidays">): string[] {
  const first = addDays(now, -STORY_DAYS);
  const closed = new Set([...closedDays(first, office)]);
  return Array.from({ length: STORY_DAYS + 1 }, (_, n) => lagosDay(addDays(first, n))).filter(
    (day) => !closed.has(day) && lagos(middayOf(day)).weekday !== 0,
  );
}

/**
 * The moment at which the story stops. Within the hours of the hubs it is now; at night and on a day off it is two in
 * the afternoon of the last working day, so that nothing happens outside working hours.
 */
export function endOfStory(now: Date, office: Pick<Office, "holidays">): Date {
  const days = workingDays(now, office);
  const today = days.at(-1)!;
  const opens = moment(today, "11:00");
  const closes = moment(today, isSaturday(today) ? "15:00" : "18:00");
  if (now >= opens && now <= closes) return now;
  return moment(now < opens ? days.at(-2)! : today, "14:00");
}

/** Numbers below a bound that look drawn and are the same each time. */
export function drawsFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Entry = { at: Date; order: number; work: () => Promise<void> };

/** What happens when. Work may put more work on the agenda. */
export class Agenda {
  #entries: Entry[] = [];
  #count = 0;

  add(at: Date, work: () => Promise<void>): void {
    this.#entries.push({ at, order: this.#count++, work });
  }

  /** Does all work up to `end` in order of its time; later work is dropped. `setClock` gets each time before that. */
  async run(end: Date, setClock: (at: Date) => void): Promise<void> {
    for (;;) {
      const next = this.#takeFirst();
      if (!next || next.at > end) return;
      setClock(next.at);
      await next.work();
    }
  }

  #takeFirst(): Entry | undefined {
    let first = 0;
    for (const [n, one] of this.#entries.entries()) {
      const { at, order } = this.#entries[first]!;
      if (one.at < at || (+one.at === +at && one.order < order)) first = n;
    }
    return this.#entries.splice(first, 1)[0];
  }
}
