/**
 * Runs the jobs of one queue, as many at once as it has slots. A free slot is filled at once, and each job ends alone:
 * one that hangs or fails delays no other.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** The id of a claim, from pg-boss. */
export type TakenJob<Data> = { id: string; data: Data; retryCount: number };

export type EndedJob<Data, Result> = { job: TakenJob<Data>; result: Result };

export type WorkerOptions<Data, Result> = {
  slots: number;
  /** Claims up to this many due jobs. */
  take(most: number): Promise<TakenJob<Data>[]>;
  done(ended: EndedJob<Data, Result>[]): Promise<unknown>;
  failed(job: TakenJob<Data>, error: Error): Promise<unknown>;
  work(job: TakenJob<Data>): Promise<Result>;
  onProblem(error: Error): void;
};

export type Worker = {
  /** Something is due: of another process, or again. */
  wake(): void;
  /** A job was just added here: looks again and again until its transaction must be over. */
  expect(): void;
  /** Claims no more and waits for running jobs up to a limit. What is not done then is retried later. */
  stop(mostMs: number): Promise<void>;
};

/** When to look after a job was added, one after the other: its transaction is mostly over at the first. */
const EXPECT_MS = [20, 100, 400];
/** While jobs keep coming, looks are so far apart: each takes several by one statement. */
const APART_MS = 100;
/** Jobs that end within this time are marked as done in one statement. */
const GATHER_MS = 30;
/** How often, once a second, marking a job as done is retried while the database is unavailable. Then the claim expires. */
const WRITE_DOWN_TRIES = 30;

export function startWorker<Data, Result>(options: WorkerOptions<Data, Result>): Worker {
  const { slots, take, work, onProblem } = options;
  /** Until each is written down. */
  const underWay = new Set<Promise<void>>();
  let working = 0;
  /** Whether the last look may have left some behind. */
  let more = false;
  let ended: EndedJob<Data, Result>[] = [];
  let gathering: Promise<void> | null = null;
  let stopping = false;
  let taking = false;
  let again = false;
  let refilling: NodeJS.Timeout | undefined;
  let expecting: NodeJS.Timeout | undefined;
  let looked = EXPECT_MS.length;
  let lastLook = 0;

  /** Fills the free slots until no job is due. */
  async function fill(): Promise<void> {
    if (stopping) return;
    if (taking) {
      again = true;
      return;
    }
    taking = true;
    clearTimeout(refilling);
    refilling = undefined;
    try {
      do {
        again = false;
        const free = slots - working;
        if (free === 0) break;
        lastLook = performance.now();
        const jobs = await take(free);
        for (const job of jobs) start(job);
        more = jobs.length === free;
      } while (again && !stopping);
    } catch (error) {
      onProblem(error as Error);
    } finally {
      taking = false;
    }
  }

  function start(job: TakenJob<Data>): void {
    const ending = doOne(job).finally(() => underWay.delete(ending));
    underWay.add(ending);
  }

  async function doOne(job: TakenJob<Data>): Promise<void> {
    working++;
    let result: Result;
    try {
      result = await work(job);
    } catch (error) {
      return writeDown(() => options.failed(job, error as Error));
    } finally {
      working--;
      if (more) refill();
    }
    ended.push({ job, result });
    gathering ??= gather();
    await gathering;
  }

  /** At once when half of the slots are free, else a moment later: several are taken by one statement. */
  function refill(): void {
    if (slots - working >= slots / 2) void fill();
    else refilling ??= setTimeout(() => void fill(), GATHER_MS);
  }

  async function gather(): Promise<void> {
    await sleep(GATHER_MS);
    const together = ended;
    ended = [];
    gathering = null;
    await writeDown(() => options.done(together));
  }

  async function writeDown(write: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < WRITE_DOWN_TRIES; tries++) {
      try {
        await write();
        return;
      } catch (error) {
        onProblem(error as Error);
        await sleep(1000);
      }
    }
  }

  function lookSoon(): void {
    const ms = EXPECT_MS[looked++];
    if (ms === undefined || stopping) return;
    const apart = lastLook + APART_MS - performance.now();
    expecting = setTimeout(
      () => {
        void fill();
        lookSoon();
      },
      Math.max(ms, apart),
    );
  }

  void fill();
  return {
    wake: () => void fill(),
    expect() {
      if (looked === 1) return; // the first look is still to come
      clearTimeout(expecting);
      looked = 0;
      lookSoon();
    },
    async stop(mostMs) {
      stopping = true;
      clearTimeout(refilling);
      clearTimeout(expecting);
      let late: NodeJS.Timeout | undefined;
      await Promise.race([Promise.all(underWay), new Promise((done) => (late = setTimeout(done, mostMs)))]);
      clearTimeout(late);
    },
  };
}
