import { expect, test } from "vitest";
import { fairQueue, QueueFull } from "./fair-queue.ts";

test("a store with many pictures delays another's first by the one that is running", async () => {
  const run = fairQueue({ ofOne: 10, ofAll: 20 });
  const order: string[] = [];
  let atOnce = 0;
  const piece = (name: string) => async () => {
    expect((atOnce += 1)).toBe(1);
    await new Promise((done) => setTimeout(done, 1));
    order.push(name);
    atOnce -= 1;
    return name;
  };
  const busy = Array.from({ length: 5 }, (_, index) => run("busy", piece(`busy ${index}`)));
  const [first] = busy;
  await first;
  const small = [
    run("small", piece("small 0")),
    run("small", piece("small 1")),
    run("third", piece("third 0")),
  ];
  expect(await Promise.all([...busy, ...small])).toHaveLength(8);
  // When "small" and "third" arrived, "busy 1" was already the next piece. From then on the three parties alternate.
  expect(order).toEqual(["busy 0", "busy 1", "small 0", "third 0", "busy 2", "small 1", "busy 3", "busy 4"]);
});

test("a piece that fails fails alone", async () => {
  const run = fairQueue({ ofOne: 10, ofAll: 20 });
  const broken = run("a", () => Promise.reject(new Error("broken picture")));
  const fine = run("a", async () => "fine");
  await expect(broken).rejects.toThrow("broken picture");
  expect(await fine).toBe("fine");
});

test("a party has few waiting; where the queue is full the longest gives way to a newcomer", async () => {
  const run = fairQueue({ ofOne: 3, ofAll: 4 });
  let open = () => {};
  const first = run("busy", () => new Promise<string>((done) => (open = () => done("busy 0"))));
  const settle = (party: string, name: string) =>
    run(party, async () => name).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueFull);
      return `${name} refused`;
    });
  const all = [
    ...["busy 1", "busy 2", "busy 3", "busy 4"].map((name) => settle("busy", name)),
    settle("a", "a"),
    settle("b", "b"),
    settle("c", "c"),
    settle("d", "d"),
  ];
  open();
  expect(await first).toBe("busy 0");
  expect(await Promise.all(all)).toEqual([
    "busy 1",
    "busy 2 refused",
    "busy 3 refused",
    "busy 4 refused",
    "a",
    "b",
    "c",
    "d refused",
  ]);
});
