/** A queue that runs one piece of work at a time and serves its parties in turn. Pure. */

/** Returns `run(party, work)`. A party with twenty pieces of work delays another's first only by the one that is running. */
export function fairQueue() {
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let running = false;

  async function runAll(): Promise<void> {
    running = true;
    for (let next = takeNext(); next; next = takeNext()) await next();
    running = false;
  }

  /** The first piece of the next party, which then moves to the end of the queue. */
  function takeNext(): (() => Promise<void>) | undefined {
    for (const [party, pieces] of waiting) {
      const piece = pieces.shift();
      waiting.delete(party);
      if (pieces.length > 0) waiting.set(party, pieces);
      return piece;
    }
    return undefined;
  }

  return function run<T>(party: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((done, fail) => {
      const pieces = waiting.get(party) ?? [];
      pieces.push(async () => {
        try {
          done(await work());
        } catch (error) {
          fail(error);
        }
      });
      waiting.set(party, pieces);
      if (!running) void runAll();
    });
  };
}
