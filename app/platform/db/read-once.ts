/** Shared answers for many rows of one piece of work. Each answer is read once and kept until the work is done. */
export type Reads = Map<string, Promise<unknown>>;

/**
 * Returns the earlier answer with the name `name`, or else calls `read` and keeps its answer. Without
 * `reads`, `read` is always called.
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
