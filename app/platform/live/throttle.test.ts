import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createThrottle, sharedThrottles } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const everySecond = (since: number) => 1000 - since;

test("streams that share a throttle are notified together, once in an interval, and each only when it is due", () => {
  const throttle = createThrottle();
  const notified: string[] = [];
  const [one, two] = [() => void notified.push("one"), () => void notified.push("two")];
  for (let n = 0; n < 5; n++) throttle.schedule(one, everySecond);
  throttle.schedule(two, everySecond);
  vi.advanceTimersByTime(1);
  expect(notified).toEqual(["one", "two"]);
  throttle.schedule(two, everySecond);
  vi.advanceTimersByTime(990);
  expect(notified).toHaveLength(2);
  vi.advanceTimersByTime(20);
  expect(notified).toEqual(["one", "two", "two"]);
});

test("a cancelled stream is not notified, and the last one to cancel stops the timer", () => {
  const throttle = createThrottle();
  const notify = vi.fn<() => void>();
  throttle.schedule(notify, () => 500);
  throttle.cancel(notify);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(notify).not.toHaveBeenCalled();
});

test("an owner's throttle lasts as long as one of its streams", () => {
  const throttles = sharedThrottles();
  const throttle = throttles.take("ada");
  expect(throttles.take("ada")).toBe(throttle);
  expect(throttles.take("musa")).not.toBe(throttle);
  throttles.release("ada");
  expect(throttles.take("ada")).toBe(throttle);
  throttles.release("ada");
  throttles.release("ada");
  expect(throttles.take("ada")).not.toBe(throttle);
});
