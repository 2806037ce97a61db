import { brokenUnique, type Tx } from "./client.server.ts";

/**
 * Runs `work` in a savepoint, so that a violated unique index does not abort the transaction. After such a violation,
 * returns the value of `taken`, or throws the error if that value is null.
 */
export async function unlessTaken<Out, Taken>(
  tx: Tx,
  work: (inner: Tx) => Promise<Out>,
  taken: () => Taken | null | Promise<Taken | null>,
): Promise<Out | Taken> {
  try {
    return await tx.transaction(work);
  } catch (error) {
    const result = brokenUnique(error) === null ? null : await taken();
    if (result === null) throw error;
    return result;
  }
}
