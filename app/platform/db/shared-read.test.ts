import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "./client.server.ts";
import { lookupTogether, sharedRead } from "./shared-read.server.ts";

type Run = { done(value: number): void; fail(error: Error): void };
let runs: Run[];
let read: (db: Db) => Promise<number>;
const db = {} as Db;
beforeEach(() => {
  runs = [];
  read = sharedRead(() => new Promise((done, fail) => runs.push({ done, fail })));
});
afterEach(() => vi.useRealTimers());
const settle = () => new Promise((done) => setImmediate(done));

test("requests during a read share the next one, which begins after each of them asked", async () => {
  const first = read(db);
  const later = [read(db), read(db)];
  expect(runs).toHaveLength(1);
  runs[0]?.done(1);
  await settle();
  expect(runs).toHaveLength(2);
  const last = read(db);
  runs[1]?.done(2);
  await settle();
  runs[2]?.done(3);
  expect(await Promise.all([first, ...later, last])).toEqual([1, 2, 2, 3]);
  await settle();
  void read(db);
  expect(runs, "nobody waits once all is read").toHaveLength(4);
});

test("a read that fails, fails for those who share it and for nobody else", async () => {
  const first = read(db);
  const later = [read(db), read(db)];
  runs[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await settle();
  runs[1]?.done(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test("a read that hangs delays the next one by a quarter of a second", async () => {
  vi.useFakeTimers();
  void read(db);
  void read(db);
  await vi.advanceTimersByTimeAsync(249);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(runs).toHaveLength(2);
});

test("two databases share nothing", () => {
  void read(db);
  void read({} as Db);
  expect(runs).toHaveLength(2);
});

test("look-ups during a read are made together by the next one, each with its own row", async () => {
  const asked: string[][] = [];
  const lookup = lookupTogether(
    async (_: Db, keys: string[]) => {
      asked.push(keys);
      await settle();
      return new Map(keys.filter((key) => key !== "nobody").map((key) => [key, `row of ${key}`]));
    },
    (key) => key,
  );
  const found = Promise.all(["ada", "musa", "nobody", "musa"].map((key) => lookup(db, key)));
  expect(await found).toEqual(["row of ada", "row of musa", undefined, "row of musa"]);
  expect(asked).toEqual([["ada"], ["musa", "nobody"]]);
});
