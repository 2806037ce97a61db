import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startWorker, type TakenJob, type WorkerOptions } from "./worker.server.ts";

type Data = { takes: number | "for ever" | "fails" };

/** A worker on a queue in memory. */
function workOn(waiting: Data[], slots: number, more: Partial<WorkerOptions<Data, void>> = {}) {
  const jobs = waiting.map((data, n) => ({ id: `${n}`, data, retryCount: 0 }));
  const seen = { done: [] as string[], failed: [] as string[], most: 0, problems: [] as Error[], takes: 0 };
  let now = 0;
  const worker = startWorker<Data, void>({
    slots,
    take: async (most) => {
      seen.takes++;
      return jobs.splice(0, most);
    },
    done: async (ended) => void seen.done.push(...ended.map(({ job }) => job.id)),
    failed: async (job) => void seen.failed.push(job.id),
    work: async ({ data: { takes } }) => {
      seen.most = Math.max(seen.most, ++now);
      if (takes === "for ever") await new Promise(() => {});
      if (takes === "fails") {
        now--;
        throw new Error("it failed");
      }
      await sleep(takes as number);
      now--;
    },
    onProblem: (error) => void seen.problems.push(error),
    ...more,
  });
  return { worker, seen, add: (...more: TakenJob<Data>[]) => jobs.push(...more) };
}

test("as many as there are slots, one that hangs or fails holds up none of the others", async () => {
  const jobs: Data[] = [{ takes: "for ever" }, ...Array.from({ length: 40 }, () => ({ takes: 1 }))];
  const { worker, seen } = workOn([...jobs.slice(0, 20), { takes: "fails" }, ...jobs.slice(20)], 4);
  await expect.poll(() => seen.done.length, { timeout: 1500 }).toBe(40);
  expect(seen.failed).toEqual(["20"]);
  expect(seen.most).toBe(4);
  expect(seen.problems).toEqual([]);
  await worker.stop(10);
});

test("a job that was added is looked for at once, and again until its transaction is over", async () => {
  const { worker, seen, add } = workOn([], 4);
  await expect.poll(() => seen.takes).toBe(1);
  worker.expect();
  await sleep(60);
  add({ id: "late", data: { takes: 0 }, retryCount: 0 });
  await expect.poll(() => seen.done, { timeout: 500 }).toEqual(["late"]);
  const { takes } = seen;
  await sleep(600);
  // Then it is idle.
  expect(seen.takes - takes).toBeLessThan(3);
  await worker.stop(10);
});

test("while jobs keep coming, several are taken by one look", async () => {
  const { worker, seen, add } = workOn([], 30);
  await expect.poll(() => seen.takes).toBe(1);
  const begun = performance.now();
  for (let n = 0; n < 20; n++) {
    add({ id: `${n}`, data: { takes: 0 }, retryCount: 0 });
    worker.expect();
    await sleep(10);
  }
  expect(seen.takes).toBeLessThanOrEqual(3 + (performance.now() - begun) / 100);
  await expect.poll(() => seen.done.length).toBe(20);
  await worker.stop(10);
});

test("an end that could not be written down is written down later, and what was done is not done again", async () => {
  let away = 1;
  const done: string[] = [];
  const { worker, seen } = workOn([{ takes: 0 }], 1, {
    done: async (ended) => {
      if (away-- > 0) throw new Error("away");
      done.push(...ended.map(({ job }) => job.id));
    },
  });
  await expect.poll(() => done, { timeout: 3000 }).toEqual(["0"]);
  expect(seen.problems).toHaveLength(1);
  await worker.stop(10);
});
