/** Answers that many rows of one work share, so that each is read once. They hold for as long as the work takes. */
export type Reads = Map<string, Promise<unknown>>;

/** The answer to `name`: the one that was read before, otherwise that of `read`. Without `reads` it is always read. */
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
