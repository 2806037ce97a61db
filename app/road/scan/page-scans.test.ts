import { describe, expect, test } from "vitest";
import {
  CODE,
  openPageScans as open,
  states,
  STATUS_TASK as MODE,
} from "../../../test/fixtures/page-scans.ts";
import type { Outcome } from "../../offline/queue-kind.ts";
import { NO_ANSWER, outcomeOf, type Scan, type ScanResponse } from "./scan.ts";

describe("the queue of scans", () => {
  test("[SCAN-5] a scan without a network waits, is kept over a reload, and is sent with the same key and its age", async () => {
    const { queue, again, sent, signals, network, wait } = open();
    network("down");
    await queue.add(CODE, MODE);
    expect(states(queue)).toEqual(["tried"]);
    expect(queue.view().delay).toBe("offline");
    network("up");
    wait(60_000);
    const reloaded = again();
    await reloaded.load();
    expect(states(reloaded)).toEqual(["done"]);
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["key-1", "key-1"]);
    expect(sent[1]!["agedMs"]).toBe("60000");
    expect(signals).toEqual(["yes"]);
  });

  test("[SCAN-5] scans go out one after another, oldest first, and one that is refused holds up none", async () => {
    const codes: string[] = [];
    const { queue, network, wait } = open({
      post: async (_, fields): Promise<Outcome<Scan>> => {
        codes.push(fields["code"] ?? "");
        return {
          state: codes.length > 1 ? "done" : "refused",
          change: { text: "No booking has this code.", known: false, back: null },
        };
      },
    });
    network("up");
    const all: Promise<unknown>[] = [];
    for (const code of ["OD00000001NG", "OD00000002NG", "OD00000003NG"]) {
      all.push(queue.add(code, MODE) ?? Promise.resolve());
      wait(100);
    }
    await Promise.all(all);
    expect(codes).toEqual(["OD00000001NG", "OD00000002NG", "OD00000003NG"]);
    expect(states(queue)).toEqual(["done", "done", "refused"]);
  });
});

describe("the list of scans", () => {
  test("[SCAN-4] set, set already, and refused each sound different", async () => {
    const outcomes: Outcome<Scan>[] = [
      { state: "done", change: { tone: "yes" } },
      { state: "done", change: { tone: "same" } },
      { state: "refused", change: {} },
    ];
    const { queue, signals } = open({ post: async () => outcomes.shift()! });
    for (const code of ["OD00000001NG", "OD00000002NG", "OD00000003NG"]) await queue.add(code, MODE);
    expect(signals).toEqual(["yes", "same", "no"]);
  });

  test("[SCAN-1] the same code within three seconds is one scan", async () => {
    const { queue, sent, wait } = open();
    await queue.add(CODE, MODE);
    expect(queue.add(CODE, MODE)).toBeNull();
    wait(3000);
    await queue.add(CODE, MODE);
    expect(sent).toHaveLength(2);
  });

  test("[SCAN-4] twenty are kept with their undo; one that waits is never dropped", async () => {
    const { queue, kept, network, wait } = open();
    network("down");
    await queue.add("OD99999999NG", MODE);
    network("up");
    const oldest = queue.view().scans[0]!;
    for (let n = 0; n < 25; n++) {
      wait(10);
      await queue.add(`OD${10_000_000 + n}NG`, MODE);
    }
    expect(queue.view().scans).toHaveLength(20);
    expect(kept.size).toBe(20);
    expect(states(queue)).not.toContain("tried");
    const [newest] = queue.view().scans;
    await queue.undo(newest!);
    expect(states(queue)[0]).toBe("undone");
    expect(oldest.key).toBe("key-1");
  });
});

describe("what a response means", () => {
  const body: ScanResponse = { ...NO_ANSWER, ok: false, code: "" };
  test.each([
    [200, { ...body, ok: true }, "done"],
    [200, body, "refused"],
    [404, body, "refused"],
    [409, body, "refused"],
    [503, body, "later"],
    [500, null, "later"],
    [423, null, "later"],
    [429, body, "later"],
  ])("%i is %s", (status, response, kind) => expect(outcomeOf(status, response).state).toBe(kind));

  test("the sign-in page in place of an answer asks for signing in", () =>
    expect(outcomeOf(200, null)).toEqual({ state: "later", signIn: true }));
});
