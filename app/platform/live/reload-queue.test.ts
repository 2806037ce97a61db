import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReloadQueue, type ReloadQueue } from "./reload-queue.ts";

let begun: number[];
let lasts: number;
let idle: boolean;
let queue: ReloadQueue;
beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  lasts = 10;
  idle = true;
  const reload = async () => {
    begun.push(Math.round(performance.now()));
    await new Promise((done) => setTimeout(done, lasts));
  };
  queue = createReloadQueue(reload, () => idle);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const gaps = () => begun.slice(1).map((at, i) => at - begun[i]!);

test("the first change reloads at once, those of a busy minute once a second, and the last one is covered", async () => {
  for (let n = 0; n < 500; n++) {
    queue.request();
    await pass(20);
  }
  const last = performance.now();
  await pass(5000);
  expect(begun.length).toBeGreaterThanOrEqual(10);
  expect(Math.min(...gaps())).toBeGreaterThanOrEqual(1000);
  expect(begun.at(-1)).toBeGreaterThanOrEqual(last - 20);
  expect(begun.at(-1)).toBeLessThan(last + 1000);
});

test("a reload under way is not cut; what changes meanwhile is one more, later where reloads take long", async () => {
  lasts = 3000;
  for (let n = 0; n < 30; n++) {
    queue.request();
    await pass(100);
  }
  expect(begun).toHaveLength(1);
  await pass(2900);
  expect(begun).toHaveLength(1);
  await pass(200);
  expect(begun).toHaveLength(2);
  await pass(60_000);
  expect(begun).toHaveLength(2);
});

test("waits while something else loads, and does nothing once it is stopped", async () => {
  queue.hold(true);
  queue.request();
  await pass(5000);
  expect(begun).toHaveLength(0);
  queue.hold(false);
  expect(begun).toHaveLength(1);
  queue.request();
  queue.stop();
  await pass(60_000);
  expect(begun).toHaveLength(1);
});

test("a reload that fails is no end", async () => {
  const failing = vi.fn(() => Promise.reject(new Error("no")));
  const other = createReloadQueue(failing);
  other.request();
  await pass(2000);
  other.request();
  await pass(2000);
  expect(failing).toHaveBeenCalledTimes(2);
});

test("a form that was sent a moment ago is let through first", async () => {
  idle = false;
  queue.request();
  await pass(5000);
  expect(begun).toHaveLength(0);
  idle = true;
  await pass(300);
  expect(begun).toHaveLength(1);
});
