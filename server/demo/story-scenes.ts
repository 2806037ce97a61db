import type { Customer } from "../../app/access/actor.ts";
import type { Counter } from "./story-bookings.ts";
import type { StoryMoney } from "./story-money.ts";
import type { StoryRoad } from "./story-road.ts";
import type { Orders } from "./story-shop.ts";
import type { Statements } from "./story-statements.ts";
import type { Story } from "./story.ts";

/** The parts of the company that the scenes of the demo's story use. */
export type Parts = {
  story: Story;
  road: StoryRoad;
  counter: Counter;
  money: StoryMoney;
  statements: Statements;
  orders: Orders;
  adaeze: Customer;
  /** The working days of the story. The last one is today. */
  days: readonly string[];
};

/** Scenes of the demo's story, which plan their work on its agenda. */
export abstract class Scenes implements Parts {
  readonly story: Story;
  readonly road: StoryRoad;
  readonly counter: Counter;
  readonly money: StoryMoney;
  readonly statements: Statements;
  readonly orders: Orders;
  readonly adaeze: Customer;
  readonly days: readonly string[];

  constructor(parts: Parts) {
    this.story = parts.story;
    this.road = parts.road;
    this.counter = parts.counter;
    this.money = parts.money;
    this.statements = parts.statements;
    this.orders = parts.orders;
    this.adaeze = parts.adaeze;
    this.days = parts.days;
  }

  /** Returns the day that is `ago` working days before today. 0 is today. */
  day = (ago: number): string => this.days.at(-1 - ago)!;
}
