import { brokenUnique, type Tx } from "./client.server.ts";

/**
 * Runs `work` with a savepoint, because a broken unique index must not abort the transaction. `taken` is the result if
 * another row has the value; without one the error is thrown.
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
