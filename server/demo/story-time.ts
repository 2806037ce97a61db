/** The time of the demo's story: working days, agenda, and repeatable random numbers. Pure. */
import { addDays, lagosClock, lagosDay, middayOf } from "../../app/domain/dates.ts";
import { closedDays } from "../../app/domain/places-days.ts";
import type { OfficeDays } from "../../app/domain/working-days.ts";

export const STORY_DAYS = 56;
const MINUTE = 60_000;

/** 'HH:MM' on a day in Lagos, plus some minutes. */
export const storyMoment = (day: string, time: string, minutes = 0): Date =>
  new Date(Date.parse(`${day}T${time}:00+01:00`) + Math.round(minutes * MINUTE));

export const isSaturday = (day: string): boolean => lagosClock(middayOf(day)).weekday === 6;
const isSunday = (day: string): boolean => lagosClock(middayOf(day)).weekday === 0;

/** The working days of the eight weeks before `now`, and today. Today always counts, for the demo doors. */
export function storyDays(now: Date, office: Pick<OfficeDays, "holidays">): string[] {
  const first = addDays(now, -STORY_DAYS);
  const closed = new Set([...closedDays(first, office)]);
  const isOpen = (day: string) => !closed.has(day) && lagosClock(middayOf(day)).weekday !== 0;
  const before = Array.from({ length: STORY_DAYS }, (_, n) => lagosDay(addDays(first, n))).filter(isOpen);
  return [...before, lagosDay(now)];
}

/** The story ends now. In the evening it ends at 14:00, when people are on the road. */
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

/** Moves a planned time of the last day forward, in proportion, if the story ends in the morning. */
export function movedEarlier(planned: Date, end: Date): Date {
  const midnight = +storyMoment(lagosDay(end), "00:00");
  if (+planned <= midnight) return planned;
  return new Date(midnight + ((+planned - midnight) * (+end - midnight)) / (+plannedEnd(end) - midnight));
}

/** Numbers below a bound that look random and are the same each time. */
export function drawsFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Entry = { at: Date; order: number; work: () => Promise<void> };

/** Work with its times. Work may add more work to the agenda. */
export class Agenda {
  #entries: Entry[] = [];
  #count = 0;

  add(at: Date, work: () => Promise<void>): void {
    this.#entries.push({ at, order: this.#count++, work });
  }

  /** Does the work up to `end` in the order of time. Drops later work. Sets the clock before each work. */
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
