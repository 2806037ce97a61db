import { expect, test } from "vitest";
import type { QueueEntry, Outcome } from "./queue-kind.ts";
import { isUnsent, sendQueue, entriesToKeep, type QueueStore } from "./send-queue.ts";

const entry = (key: string, at = 0, owner = "ada"): QueueEntry => ({ key, owner, at, state: "waiting" });
const DONE: Outcome<QueueEntry> = { state: "done" };
const KIND = { held: ["waiting", "tried", "refused"], retained: 0 } as const;

/** Makes a store for a kind of entries: entries that are done are removed, refused entries stay. */
function storeOf(...given: QueueEntry[]) {
  const entries = new Map(given.map((one) => [one.key, one]));
  const store: QueueStore<QueueEntry> = {
    list: async () => [...entries.values()],
    async put(one) {
      entries.set(one.key, one);
      const stay = entriesToKeep(KIND, [...entries.values()]);
      for (const key of entries.keys()) if (!stay.some((kept) => kept.key === key)) entries.delete(key);
    },
  };
  return { entries, store };
}

test("sends the oldest first, marks each before it goes, and drops it only after its response was handled", async () => {
  const { entries, store } = storeOf(entry("b", 2), entry("a", 1));
  const steps: string[] = [];
  const left = await sendQueue(store, async ({ key }) => {
    steps.push(`${key} is ${entries.get(key)!.state}`);
    return DONE;
  });
  expect(left).toBe(0);
  expect(steps).toEqual(["a is tried", "b is tried"]);
  expect(entries.size).toBe(0);
});

test("what is added during a round goes with it", async () => {
  const { entries, store } = storeOf(entry("first"));
  const sent: string[] = [];
  await sendQueue(store, async ({ key }) => {
    sent.push(key);
    if (key === "first") await store.put(entry("second", 1));
    return DONE;
  });
  expect(sent).toEqual(["first", "second"]);
  expect(entries.size).toBe(0);
});

test("a person whose session has ended holds up nobody else", async () => {
  const { entries, store } = storeOf(
    entry("hers", 1, "ada"),
    entry("hers too", 2, "ada"),
    entry("his", 3, "guest"),
  );
  const post = async ({ owner }: QueueEntry): Promise<Outcome<QueueEntry>> =>
    owner === "ada" ? { state: "later", signIn: true } : DONE;
  expect(await sendQueue(store, post)).toBe(2);
  expect([...entries.keys()]).toEqual(["hers", "hers too"]);
});

test("a network error ends the round and loses nothing; a refused entry stays and is not sent again", async () => {
  const { entries, store } = storeOf(entry("no", 1), entry("later", 2), entry("never asked", 3));
  const sent: string[] = [];
  const post = async ({ key }: QueueEntry): Promise<Outcome<QueueEntry>> => {
    sent.push(key);
    if (key === "no") return { state: "refused" };
    throw new TypeError("Failed to fetch");
  };
  expect(await sendQueue(store, post)).toBe(2);
  expect(await sendQueue(store, post)).toBe(2);
  expect(sent).toEqual(["no", "later", "later"]);
  const states = [...entries.values()].map(({ key, state }) => [key, state]);
  expect(states).toEqual([
    ["no", "refused"],
    ["later", "tried"],
    ["never asked", "waiting"],
  ]);
});

test("the newest entries of a kind stay, and each older one that is held", () => {
  const entries = [
    entry("old", 1),
    ...[2, 3, 4].map((at): QueueEntry => ({ ...entry(`${at}`, at), state: "done" })),
  ];
  expect(entriesToKeep({ ...KIND, retained: 2 }, entries).map(({ key }) => key)).toEqual(["4", "3", "old"]);
  expect(entries.filter(isUnsent).map(({ key }) => key)).toEqual(["old"]);
});
