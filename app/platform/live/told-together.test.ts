import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurn, sharedTurns } from "./told-together.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const everySecond = (since: number) => 1000 - since;

test("those who share a turn are told together, once in an interval, and each only when it is due", () => {
  const turn = createTurn();
  const told: string[] = [];
  const [one, two] = [() => void told.push("one"), () => void told.push("two")];
  for (let n = 0; n < 5; n++) turn.plan(one, everySecond);
  turn.plan(two, everySecond);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["one", "two"]);
  turn.plan(two, everySecond);
  vi.advanceTimersByTime(990);
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(20);
  expect(told).toEqual(["one", "two", "two"]);
});

test("who leaves is not told, and the last to leave stops the timer", () => {
  const turn = createTurn();
  const tell = vi.fn<() => void>();
  turn.plan(tell, () => 500);
  turn.leave(tell);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(tell).not.toHaveBeenCalled();
});

test("an owner's turn lasts as long as one of its streams", () => {
  const turns = sharedTurns();
  const turn = turns.take("ada");
  expect(turns.take("ada")).toBe(turn);
  expect(turns.take("musa")).not.toBe(turn);
  turns.release("ada");
  expect(turns.take("ada")).toBe(turn);
  turns.release("ada");
  turns.release("ada");
  expect(turns.take("ada")).not.toBe(turn);
});
