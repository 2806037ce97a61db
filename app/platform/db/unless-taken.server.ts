import { brokenUnique, type Tx } from "./client.server.ts";

/**
 * Runs `work` in a savepoint, so that a violated unique index does not abort the transaction. After a violation,
 * returns the value of `taken`. If that value is null, throws the error.
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
