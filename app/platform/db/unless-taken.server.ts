import { brokenUnique, type Tx } from "./client.server.ts";

/**
 * Runs `work` in a savepoint, so that a violated unique index does not abort the whole transaction. After such a
 * violation it returns the value of `taken`; if that is null, the error is thrown.
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
