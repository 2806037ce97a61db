import { expect, test } from "vitest";
import { CODE, openPageScans as open, RECEIVE, states } from "../../../test/fixtures/page-scans.ts";
import type { Outcome } from "../../offline/queue-kind.ts";
import type { Scan } from "./scan.ts";

const right = { word: "Right", text: "For Kano (KAN): linehaul.", tone: "yes", known: true } as const;

test("[SCAN-5] without a network a receive is saved and not checked: amber for the ear, and never 'Right'", async () => {
  const { queue, again, sent, signals, network, wait } = open();
  network("down");
  await queue.add("OD00000001NG-2", RECEIVE);
  expect(signals).toEqual(["same"]);
  expect(queue.view().scans[0]).toMatchObject({ state: "tried", word: "", mode: "receive", hub: "hub-1" });
  expect(queue.view().tally).toEqual({});
  network("up");
  wait(90_000);
  await again().load();
  expect(sent.at(-1)).toMatchObject({
    mode: "receive",
    code: "OD00000001NG-2",
    hub: "hub-1",
    agedMs: "90000",
  });
  expect(Object.keys(sent.at(-1)!).toSorted()).toEqual(["agedMs", "code", "hub", "idempotencyKey", "mode"]);
});

test("[SCAN-6] an answer stands in the row of its scan, also where newer ones were scanned meanwhile, and is counted by its word", async () => {
  let open1: () => void = () => {};
  const first = new Promise<void>((done) => (open1 = done));
  const words = ["Right", "Wrong hub", "Right"];
  const { queue, signals, wait } = open({
    post: async (_, { code }): Promise<Outcome<Scan>> => {
      if (code === "OD00000001NG") await first;
      const word = words[Number(code!.at(-3)) - 1]!;
      return {
        state: "done",
        change: { ...right, code: code!, word, tone: word === "Right" ? "yes" : "wrong" },
      };
    },
  });
  const all = ["OD00000001NG", "OD00000002NG", "OD00000003NG"].map((code) => {
    wait(10);
    return queue.add(code, RECEIVE) ?? Promise.resolve();
  });
  expect(states(queue)).toEqual(["waiting", "waiting", "waiting"]);
  open1();
  await Promise.all(all);
  expect(queue.view().scans.map(({ code, word }) => [code, word])).toEqual([
    ["OD00000003NG", "Right"],
    ["OD00000002NG", "Wrong hub"],
    ["OD00000001NG", "Right"],
  ]);
  expect(Object.values(queue.view().tally)).toEqual([{ Right: 2, "Wrong hub": 1 }]);
  expect(signals).toEqual(["yes", "wrong", "yes"]);
});

test("[SCAN-6] the same piece twice is one scan; at another hub, on another run and as another piece it is not", async () => {
  const { queue, sent } = open({
    post: async () => ({ state: "done", change: { ...right, code: "OD00000001NG-2" } }),
  });
  const tasks = [
    RECEIVE,
    { ...RECEIVE, hub: "hub-2" },
    { ...RECEIVE, mode: "return", run: "run-1" },
  ] as const;
  for (const task of tasks) await queue.add("PS-7K3M9QWXH", task);
  // The server's answer has the code of the piece, even if another code of the same piece was scanned.
  expect(queue.view().scans[0]!.code).toBe("OD00000001NG-2");
  expect(queue.add("PS-7K3M9QWXH", RECEIVE)).toBeNull();
  await queue.add("OD00000001NG-1", RECEIVE);
  expect(queue.view().scans).toHaveLength(4);
  expect(sent).toHaveLength(0);
});

test("[SCAN-6] what is no code of ours is answered at once, without the server, and counted", async () => {
  const { queue, sent, signals } = open();
  await queue.refuse("GIG1234567890", RECEIVE, { word: "Unknown", text: "No code of ours.", tone: "no" });
  expect(queue.view().scans[0]).toMatchObject({ state: "refused", word: "Unknown", code: "GIG1234567890" });
  expect(Object.values(queue.view().tally)).toEqual([{ Unknown: 1 }]);
  expect([sent.length, signals]).toEqual([0, ["no"]]);
});

test("[SCAN-10] who takes the parcel is sent with the scan that asked, under its key and dated as it was scanned", async () => {
  const posts: Record<string, string>[] = [];
  const ask = { to: "receiver", name: "Ada Obi", collect: "₦25,000" } as const;
  const { queue, wait } = open({
    post: async ({ key }, fields): Promise<Outcome<Scan>> => {
      posts.push({ ...fields, key });
      return fields["person"]
        ? { state: "done", change: { ...right, word: "Handed over" } }
        : { state: "done", change: { ...right, word: "Collect ₦25,000", tone: "wrong", ask } };
    },
  });
  await queue.add(CODE, { ...RECEIVE, mode: "hand_over" });
  expect(queue.view().scans[0]).toMatchObject({ ask, state: "done" });
  expect(queue.view().tally).toEqual({});
  wait(20_000);
  await queue.answer(queue.view().scans[0]!, "Ada Obi");
  expect(posts.map(({ key, person, taken, agedMs }) => [key, person, taken, agedMs])).toEqual([
    ["key-1", "", undefined, "0"],
    ["key-1", "Ada Obi", "₦25,000", "20000"],
  ]);
  expect(queue.view().scans).toHaveLength(1);
  expect(queue.view().scans[0]).toMatchObject({ word: "Handed over", ask: null });
});

test("[SCAN-4] an undo names its button, gives the run's count, and takes the answer out of the tally", async () => {
  const posts: Record<string, string>[] = [];
  const count = { run: "run-1", expected: 2, scanned: 0, byCode: 0, missing: 2, extra: 0 };
  const { queue } = open({
    post: async (_, fields): Promise<Outcome<Scan>> => {
      posts.push(fields);
      const back = { intent: "undo_load", run: "run-1", piece: "piece-1" } as const;
      return { state: "done", change: fields["intent"] ? { text: "Taken off.", count } : { ...right, back } };
    },
  });
  await queue.add(CODE, { ...RECEIVE, mode: "load", run: "run-1" });
  await queue.undo(queue.view().scans[0]!);
  expect(posts[1]).toEqual({ intent: "undo_load", run: "run-1", piece: "piece-1" });
  expect(queue.view().scans[0]).toMatchObject({ state: "undone", count, back: null });
  expect(Object.values(queue.view().tally)).toEqual([{ Right: 0 }]);
});
