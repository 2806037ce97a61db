/**
 * Combines calls for the same work. Callers that arrive while the work runs share the next run. The next run begins
 * after their calls, so no caller gets a result that is older than the call.
 */
export type Coalesced<Result> = { running: Promise<unknown> | null; next: Promise<Result> | null };

export const nothingRunning = <Result>(): Coalesced<Result> => ({ running: null, next: null });

/**
 * The longest wait of the next run for the previous run. After this time the next run begins, even if the previous
 * run hangs.
 */
const LONGEST_WAIT_MS = 250;

/** Runs `work`, or joins the next run if another caller already waits to begin it. */
export function coalesce<Result>(turns: Coalesced<Result>, work: () => Promise<Result>): Promise<Result> {
  if (turns.next) return turns.next;
  if (!turns.running) return begin(turns, work);
  turns.next = within(turns.running, LONGEST_WAIT_MS).then(() => begin(turns, work));
  return turns.next;
}

function begin<Result>(turns: Coalesced<Result>, work: () => Promise<Result>): Promise<Result> {
  turns.next = null;
  const result = work();
  const ended = result.then(over, over);
  function over() {
    if (turns.running === ended) turns.running = null;
  }
  turns.running = ended;
  return result;
}

function within(running: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}
