/** Runs `round` after `firstMs`, then every `everyMs`. Does not keep the process alive. Returns a stop function. */
export function startRounds(round: () => void, firstMs: number, everyMs: number): () => void {
  const first = setTimeout(round, firstMs).unref();
  const again = setInterval(round, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}
