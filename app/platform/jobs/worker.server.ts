/**
 * Runs the jobs of one queue, as many at once as it has slots. A free slot is filled at once, and each job ends alone:
 * one that hangs or fails delays no other.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** The id of a claim, from pg-boss. */
export type TakenJob<Data> = { id: string; data: Data; retryCount: number };

export type WorkerOptions<Data> = {
  slots: number;
  /** Claims up to this many due jobs. */
  take(most: number): Promise<TakenJob<Data>[]>;
  done(jobs: TakenJob<Data>[]): Promise<unknown>;
  failed(job: TakenJob<Data>, error: Error): Promise<unknown>;
  work(job: TakenJob<Data>): Promise<void>;
  onProblem(error: Error): void;
};

export type Worker = {
  /** Called when a job was added here: looks repeatedly until its transaction must be over. */
  expect(): void;
  /** Claims no more and waits for running jobs up to a limit. What is not done then is retried later. */
  stop(mostMs: number): Promise<void>;
};

/** How often to look for jobs that other processes added and for retries. */
const IDLE_MS = 2000;
/** When to look after a job was added. The transaction is mostly over at the first. */
const EXPECT_MS = [20, 100, 400];
/** Jobs that end within this time are marked as done in one statement. */
const GATHER_MS = 10;
/** How often, once a second, marking a job as done is retried while the database is unavailable. Then the claim expires. */
const WRITE_DOWN_TRIES = 30;

export function startWorker<Data>(options: WorkerOptions<Data>): Worker {
  const { slots, take, work, onProblem } = options;
  const underWay = new Set<Promise<void>>();
  let ended: TakenJob<Data>[] = [];
  let gathering: Promise<void> | null = null;
  let stopping = false;
  let taking = false;
  let again = false;
  let idle: NodeJS.Timeout | undefined;
  let expecting: NodeJS.Timeout | undefined;
  let looked = EXPECT_MS.length;

  /** Fills the free slots until no job is due. */
  async function fill(): Promise<void> {
    if (stopping) return;
    if (taking) {
      again = true;
      return;
    }
    taking = true;
    clearTimeout(idle);
    try {
      do {
        again = false;
        const free = slots - underWay.size;
        if (free === 0) break;
        const jobs = await take(free);
        for (const job of jobs) start(job);
        if (jobs.length === free) again = true;
      } while (again && !stopping);
    } catch (error) {
      onProblem(error as Error);
    } finally {
      taking = false;
      if (!stopping) idle = setTimeout(() => void fill(), IDLE_MS);
    }
  }

  function start(job: TakenJob<Data>): void {
    const ending = doOne(job).finally(() => {
      const full = underWay.size === slots;
      underWay.delete(ending);
      if (full) void fill();
    });
    underWay.add(ending);
  }

  async function doOne(job: TakenJob<Data>): Promise<void> {
    try {
      await work(job);
    } catch (error) {
      return writeDown(() => options.failed(job, error as Error));
    }
    ended.push(job);
    gathering ??= gather();
    await gathering;
  }

  async function gather(): Promise<void> {
    await sleep(GATHER_MS);
    const jobs = ended;
    ended = [];
    gathering = null;
    await writeDown(() => options.done(jobs));
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
    expecting = setTimeout(() => {
      void fill();
      lookSoon();
    }, ms);
  }

  void fill();
  return {
    expect() {
      if (looked === 1) return; // the first look is still to come
      clearTimeout(expecting);
      looked = 0;
      lookSoon();
    },
    async stop(mostMs) {
      stopping = true;
      clearTimeout(idle);
      clearTimeout(expecting);
      let late: NodeJS.Timeout | undefined;
      await Promise.race([Promise.all(underWay), new Promise((done) => (late = setTimeout(done, mostMs)))]);
      clearTimeout(late);
    },
  };
}
