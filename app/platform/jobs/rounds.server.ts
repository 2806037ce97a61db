/**
 * Runs `round` after `firstMs`, then every `everyMs`, until the returned function is called. Its timers do
 * not keep the process alive.
 */
export function startRounds(round: () => void, firstMs: number, everyMs: number): () => void {
  const first = setTimeout(round, firstMs).unref();
  const again = setInterval(round, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}
