/** Items that arrive while a batch is running go together into the next one. */

/** A caller who waits for its own result. */
export type Waiting<Result> = { done(result: Result): void; failed(problem: unknown): void };

/**
 * `work` gets all waiting items, one batch after the other, and calls `done` of each. If it throws, the whole batch fails.
 * Returns a function that joins the next batch.
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
      // In a turn of the event loop of its own, so that requests that were read from the sockets together form one batch.
      setImmediate(() => void run());
    });
}
