/** The usual days of the demo's story: arrivals, departures and deliveries by the timetables of the hubs. */
import type { FailureReason } from "../../app/domain/failure-reasons.ts";
import { lagosClock, middayOf } from "../../app/domain/dates.ts";
import { HUB_CODES, type StoryHubCode } from "./story-hubs.ts";
import { DELIVERS, PICKS_UP, type RiderKey } from "./story-office.ts";
import type { Wish } from "./story-bookings.ts";
import { GOODS, PEOPLE, type StoryPerson } from "./story-people.ts";
import { Scenes } from "./story-scenes.ts";
import type { Run, StoryStop } from "./story-road.ts";
import { isSaturday, storyMoment } from "./story-time.ts";
import type { StoryParcel } from "./story.ts";

/** The number of bookings on each weekday, from Sunday. In the first half of the story there are fewer. */
const A_DAY = [0, 6, 5, 5, 5, 5, 2];
const FIRST_WEEKS = 0.6;
/** The weekdays of the buses between hubs. A bus leaves in the late afternoon and arrives the next morning. */
const BUSES = [1, 3, 5];
/** The weekdays on which hubs deliver. The hub of Ikeja delivers on every working day. */
const DELIVERIES = [2, 4, 6];
/**
 * One parcel in NOBODY_HOME_EACH fails its first attempt, and one in OVERLOOKED_EACH is overlooked in a hub. Both kinds
 * are spread evenly.
 */
const NOBODY_HOME_EACH = 17;
const OVERLOOKED_EACH = 23;
const OVERLOOKED_DAYS = 6;

type Waiting = { parcel: StoryParcel; from: string };

export class Days extends Scenes {
  /** The parcels to pick up, by hub. */
  readonly toPickUp = new Map<StoryHubCode, StoryParcel[]>();
  /** The parcels in each hub, each with the first day on which it may leave. */
  readonly #inHub = new Map<StoryHubCode, Waiting[]>(HUB_CODES.map((hub) => [hub, []]));
  /**
   * When each rider is back from the delivery run. A pickup run of the same rider starts only after that, so
   * that the phone's deeds stay in order of time.
   */
  readonly #backAt = new Map<RiderKey, number>();
  /** Parcels with a failed attempt. */
  readonly #tried = new Set<string>();
  #attempts = 0;
  #arrivals = 0;

  plan(): void {
    for (const [n, day] of this.days.entries()) {
      this.#bookings(day, n);
      const weekday = lagosClock(middayOf(day)).weekday;
      for (const hub of HUB_CODES) {
        // story-today.ts makes the run that Abuja has today, because it belongs to the demo's rider.
        const isTold = hub === "ABJ" && n === this.days.length - 1;
        if ((hub === "IKJ" ? weekday !== 0 : DELIVERIES.includes(weekday)) && !isTold)
          this.story.at(storyMoment(day, "09:40", this.#minutes(15)), () => this.#deliver(hub, day));
        if (weekday !== 0 && weekday !== 6)
          this.story.at(storyMoment(day, "13:50", this.#minutes(12)), () => this.#pickUp(hub, day));
        if (BUSES.includes(weekday))
          this.story.at(storyMoment(day, "16:40", this.#minutes(18)), () => this.#sendBuses(hub, day, n));
      }
    }
  }

  #minutes = (below: number) => this.story.draw(below);

  #bookings(day: string, n: number): void {
    const weekday = lagosClock(middayOf(day)).weekday;
    const usual = A_DAY[weekday]!;
    const count = Math.round(n < this.days.length / 2 ? usual * FIRST_WEEKS : usual);
    for (let k = 0; k < count; k++) {
      const wish = this.#wish(weekday);
      // story-today.ts makes the latest parcels of the demo's sender.
      if (!wish || (wish.from === PEOPLE.adaeze && n > this.days.length - 9)) continue;
      const home = wish.from.hub!;
      const picked = (home === "IKJ" || home === "ABJ") && this.story.draw(10) < 4 && !isSaturday(day);
      if (picked) this.#byForm(day, wish, home);
      else this.#atCounter(day, wish, home);
    }
  }

  /** Adds a booking by the form in the morning. It is picked up in the afternoon and paid by transfer the next day. */
  #byForm(day: string, wish: Wish, home: StoryHubCode): void {
    this.story.at(storyMoment(day, "08:20", this.#minutes(215)), async () => {
      const parcel = await this.counter.byForm(wish);
      this.waitFor(home, parcel);
      this.#payTomorrow(day, parcel);
    });
  }

  #payTomorrow(day: string, parcel: StoryParcel): void {
    const next = this.days[this.days.indexOf(day) + 1];
    if (next)
      this.story.at(storyMoment(next, "09:05", this.#minutes(40)), () => this.statements.transfer(parcel));
  }

  /** Adds a booking that is made and paid at the hub's counter, where the parcel is left. */
  #atCounter(day: string, wish: Wish, home: StoryHubCode): void {
    const at = storyMoment(day, "09:10", this.#minutes(isSaturday(day) ? 280 : 420));
    const cash = this.story.draw(10) < 6;
    this.story.at(at, async () => {
      const clerk = this.story.staff.clerks[home];
      const parcel = await this.counter.byClerk({ ...wish, brings: home }, clerk);
      if (wish.paysDelivery !== "receiver") await this.counter.pay(parcel, cash ? { cashAt: home } : "pos");
      await this.road.receive(home, [parcel]);
      this.arrived(home, parcel, day);
    });
  }

  #wish(weekday: number): Wish | null {
    const { draw } = this.story;
    const from = this.#drawn("sends");
    const to = this.#drawn("gets");
    if (from === to) return null;
    const express = weekday < 5 && draw(10) < 3;
    return {
      ...{ from, to, goods: GOODS[draw(GOODS.length)]!, pieces: draw(12) === 0 ? 2 : 1 },
      ...{ service: express ? ("express" as const) : ("standard" as const) },
      ...(draw(14) === 0 && { paysDelivery: "receiver" as const }),
    };
  }

  #drawn(by: "sends" | "gets"): StoryPerson {
    const all = Object.values(PEOPLE);
    let left = this.story.draw(all.reduce((sum, person) => sum + person[by], 0));
    return all.find((person) => (left -= person[by]) < 0)!;
  }

  waitFor(home: StoryHubCode, parcel: StoryParcel): void {
    this.toPickUp.set(home, [...(this.toPickUp.get(home) ?? []), parcel]);
  }

  /** Puts a parcel into a hub from this day on. Some parcels are overlooked at the hub that delivers them. */
  arrived(hub: StoryHubCode, parcel: StoryParcel, day: string): void {
    const first = hub === parcel.goal && !this.#tried.has(parcel.code);
    const late = first && ++this.#arrivals % OVERLOOKED_EACH === 0;
    const from = late ? (this.days[this.days.indexOf(day) + OVERLOOKED_DAYS] ?? day) : day;
    if (!parcel.own) this.#inHub.get(hub)!.push({ parcel, from });
  }

  /** Takes the parcels that may leave on this day and match `isFor` out of a hub, and returns them. */
  #take(hub: StoryHubCode, day: string, isFor: (parcel: StoryParcel) => boolean): StoryParcel[] {
    const all = this.#inHub.get(hub)!;
    const goes = ({ parcel, from }: Waiting) => from <= day && isFor(parcel);
    this.#inHub.set(
      hub,
      all.filter((one) => !goes(one)),
    );
    return all.filter(goes).map(({ parcel }) => parcel);
  }

  async #pickUp(hub: StoryHubCode, day: string): Promise<void> {
    const back = this.#backAt.get(PICKS_UP[hub]) ?? 0;
    if (+this.story.now < back) {
      this.story.at(new Date(back + 60_000), () => this.#pickUp(hub, day));
      return;
    }
    const parcels = this.toPickUp.get(hub) ?? [];
    if (parcels.length === 0) return;
    this.toPickUp.delete(hub);
    const run = await this.road.plan("pickup", hub, parcels, { rider: PICKS_UP[hub] });
    const out = +this.story.now + 6 * 60_000;
    this.story.at(new Date(out), () => this.road.out(run));
    const done = parcels.map((parcel, n) =>
      this.road.pickedUp(parcel, new Date(out + (14 + n * 11 + this.#minutes(6)) * 60_000)),
    );
    const home = new Date(+done.at(-1)!.at + 15 * 60_000);
    this.story.at(home, async () => {
      await this.road.tell(run, done);
      await this.road.receive(hub, parcels);
      for (const parcel of parcels) this.arrived(hub, parcel, day);
      await this.road.close(run, hub);
    });
  }

  async #sendBuses(hub: StoryHubCode, day: string, n: number): Promise<void> {
    const next = this.days[n + 1];
    const goals = HUB_CODES.filter((goal) => goal !== hub);
    for (const goal of goals) {
      const parcels = this.#take(hub, day, (parcel) => parcel.goal === goal);
      if (parcels.length === 0 || !next) continue;
      const run = await this.road.plan("linehaul", hub, parcels, { to: goal });
      await this.road.load(run);
      await this.road.out(run);
      this.story.at(storyMoment(next, "08:35", this.#minutes(40)), () =>
        this.#arrive(run, goal, parcels, next),
      );
    }
  }

  async #arrive(run: Run, goal: StoryHubCode, parcels: readonly StoryParcel[], day: string): Promise<void> {
    await this.road.receive(goal, parcels);
    await this.road.close(run, goal);
    for (const parcel of parcels) this.arrived(goal, parcel, day);
  }

  async #deliver(hub: StoryHubCode, day: string): Promise<void> {
    const parcels = this.#take(hub, day, (parcel) => parcel.goal === hub);
    if (parcels.length === 0) return;
    const run = await this.road.plan("delivery", hub, parcels, { rider: DELIVERS[hub] });
    await this.road.load(run);
    await this.road.out(run);
    const stops: StoryStop[] = parcels.map((parcel, n) => ({
      ...{ parcel, at: new Date(+this.story.now + (17 + n * 13 + this.#minutes(7)) * 60_000) },
      ...this.#outcome(parcel),
    }));
    const back = new Date(+stops.at(-1)!.at + 12 * 60_000);
    this.#backAt.set(DELIVERS[hub], +back);
    this.story.at(back, () => this.#back(run, hub, stops, day));
  }

  #outcome(parcel: StoryParcel): { why: FailureReason | null; taker?: string } {
    const first = !this.#tried.has(parcel.code);
    if (first && ++this.#attempts % NOBODY_HOME_EACH === 0) return { why: "nobody_home" };
    return this.story.draw(13) === 0 ? { why: null, taker: "Sunday, the gateman" } : { why: null };
  }

  async #back(run: Run, hub: StoryHubCode, stops: readonly StoryStop[], day: string): Promise<void> {
    const deeds = [];
    for (const stop of stops) deeds.push(await this.road.deedOf(stop));
    await this.road.tell(run, deeds);
    const failed = stops.filter(({ why }) => why !== null).map(({ parcel }) => parcel);
    for (const { code } of failed) this.#tried.add(code);
    await this.road.receive(hub, failed);
    await this.money.countCash(hub, run.rider!);
    await this.road.close(run, hub);
    for (const parcel of failed) this.arrived(hub, parcel, this.days[this.days.indexOf(day) + 1] ?? day);
  }
}
