/** The time of the demo's story: the working days, the agenda, and random numbers that can be repeated. Pure. */
import { addDays, lagosClock, lagosDay, middayOf } from "../../app/domain/dates.ts";
import { closedDays } from "../../app/domain/places-days.ts";
import type { OfficeDays } from "../../app/domain/working-days.ts";

export const STORY_DAYS = 56;
const MINUTE = 60_000;

/** Returns the time 'HH:MM' on a day in Lagos, plus some minutes. */
export const storyMoment = (day: string, time: string, minutes = 0): Date =>
  new Date(Date.parse(`${day}T${time}:00+01:00`) + Math.round(minutes * MINUTE));

export const isSaturday = (day: string): boolean => lagosClock(middayOf(day)).weekday === 6;
const isSunday = (day: string): boolean => lagosClock(middayOf(day)).weekday === 0;

/** Returns the working days of the eight weeks before `now`, and today. The demo doors need today in any case. */
export function storyDays(now: Date, office: Pick<OfficeDays, "holidays">): string[] {
  const first = addDays(now, -STORY_DAYS);
  const closed = new Set([...closedDays(first, office)]);
  const isOpen = (day: string) => !closed.has(day) && lagosClock(middayOf(day)).weekday !== 0;
  const before = Array.from({ length: STORY_DAYS }, (_, n) => lagosDay(addDays(first, n))).filter(isOpen);
  return [...before, lagosDay(now)];
}

/**
 * Returns when the story ends: now, or 14:00 if it is already after working hours, so that riders are still
 * on the road.
 */
export function endOfStory(now: Date): Date {
  const today = lagosDay(now);
  const works = isSaturday(today) || isSunday(today) ? "15:00" : "18:00";
  return now <= storyMoment(today, works) ? now : storyMoment(today, "14:00");
}

/** The earliest end for which the story is planned. */
const EARLIEST = "11:00";
export const plannedEnd = (end: Date): Date => {
  const earliest = storyMoment(lagosDay(end), EARLIEST);
  return end < earliest ? earliest : end;
};

/**
 * If the story ends before 11:00 (`EARLIEST`), moves a time of the last day earlier: the plan for midnight to
 * 11:00 is squeezed into midnight to `end`. Otherwise the time stays the same.
 */
export function movedEarlier(planned: Date, end: Date): Date {
  const midnight = +storyMoment(lagosDay(end), "00:00");
  if (+planned <= midnight) return planned;
  return new Date(midnight + ((+planned - midnight) * (+end - midnight)) / (+plannedEnd(end) - midnight));
}

/** Returns a function that draws numbers below a bound. They look random but are the same each time. */
export function drawsFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Entry = { at: Date; order: number; work: () => Promise<void> };

/** A list of work with times. While it runs, work may add more work. */
export class Agenda {
  #entries: Entry[] = [];
  #count = 0;

  add(at: Date, work: () => Promise<void>): void {
    this.#entries.push({ at, order: this.#count++, work });
  }

  /** Does the work up to `end` in the order of time, and drops later work. Sets the clock before each piece of work. */
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
