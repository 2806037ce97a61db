/** What arrives while a batch is under way goes together with the next. */

/** A caller who waits for its own result. */
export type Waiting<Result> = { done(result: Result): void; failed(problem: unknown): void };

/**
 * `work` gets everything that waits, one batch after the other, and calls `done` of each; where it throws, all of the batch
 * fail. Returns how to join the next batch.
 */
export function inBatches<Asked, Result>(work: (batch: (Asked & Waiting<Result>)[]) => Promise<void>) {
  let waiting: (Asked & Waiting<Result>)[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await work(batch).catch((problem: unknown) => {
        for (const one of batch) one.failed(problem);
      });
    }
    running = false;
  }

  return (asked: Asked) =>
    new Promise<Result>((done, failed) => {
      waiting.push({ ...asked, done, failed });
      if (running) return;
      running = true;
      // In a turn of its own: what was read from the sockets together is worked on together.
      setImmediate(() => void run());
    });
}
