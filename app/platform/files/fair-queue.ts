/** Work that is done one at a time, where each party gets its turn. Pure. */

/**
 * Returns `run(party, work)`: one piece of work runs at a time, and the parties that wait take turns. A party with twenty
 * pieces delays another's first by the one piece that is running.
 */
export function fairQueue() {
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let running = false;

  async function runAll(): Promise<void> {
    running = true;
    for (let next = takeNext(); next; next = takeNext()) await next();
    running = false;
  }

  /** The first piece of the party whose turn it is; the party then goes to the end of the line. */
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
