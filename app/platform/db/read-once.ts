/** Shared answers for many rows of one piece of work. Each answer is read once and lasts as long as the work. */
export type Reads = Map<string, Promise<unknown>>;

/** The earlier answer to `name`, otherwise the answer of `read`. Without `reads`, `read` is always called. */
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
