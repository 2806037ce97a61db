/**
 * Runs `round` after `firstMs` and then every `everyMs`. The timers do not keep the process alive. Returns a function
 * that stops them.
 */
export function startRounds(round: () => void, firstMs: number, everyMs: number): () => void {
  const first = setTimeout(round, firstMs).unref();
  const again = setInterval(round, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}
