/**
 * A queue of work from several parties (such as uploaders). It runs one piece of work at a time and serves the parties
 * in turn. Pure.
 */

/** The error of a piece of work that is refused because the queue has no room. */
export class QueueFull extends Error {}

type Piece = { run(): Promise<void>; drop(): void };

/**
 * Returns `run(party, work)`. A party's first piece of work waits for the running piece, and for at most one piece of
 * each other party. At most `ofOne` pieces of a party and `ofAll` pieces in total wait; a further piece fails with
 * QueueFull. If `ofAll` pieces wait, the party with the most waiting pieces loses its last piece to a new piece of any
 * party that has at least two fewer.
 */
export function fairQueue({ ofOne, ofAll }: { ofOne: number; ofAll: number }) {
  const waiting = new Map<string, Piece[]>();
  let running = false;

  async function runAll(): Promise<void> {
    running = true;
    for (let next = takeNext(); next; next = takeNext()) await next.run();
    running = false;
  }

  /** Takes the first piece of the next party. That party moves to the end of the order. */
  function takeNext(): Piece | undefined {
    for (const [party, pieces] of waiting) {
      const piece = pieces.shift();
      waiting.delete(party);
      if (pieces.length > 0) waiting.set(party, pieces);
      return piece;
    }
    return undefined;
  }

  function hasRoom(own: number): boolean {
    if (own >= ofOne) return false;
    const all = [...waiting.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) < ofAll) return true;
    const longest = all.reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= own + 1) return false;
    longest.pop()?.drop();
    return true;
  }

  return function run<T>(party: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((done, fail) => {
      const pieces = waiting.get(party) ?? [];
      const drop = () => fail(new QueueFull());
      if (running && !hasRoom(pieces.length)) return drop();
      const begin = async () => {
        try {
          done(await work());
        } catch (error) {
          fail(error);
        }
      };
      pieces.push({ run: begin, drop });
      waiting.set(party, pieces);
      if (!running) void runAll();
    });
  };
}
