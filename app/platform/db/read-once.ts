/**
 * A cache of read results during one piece of work, such as a list of rows. Each result is read once and cached until
 * the work ends.
 */
export type Reads = Map<string, Promise<unknown>>;

/**
 * Returns the cached result with this name. If no result is cached, calls `read` and caches the result. Without the
 * cache `reads`, always calls `read`.
 */
export function readOnce<Answer>(
  reads: Reads | undefined,
  name: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const known = reads?.get(name);
  if (known) return known as Promise<Answer>;
  const answer = read();
  reads?.set(name, answer);
  return answer;
}
