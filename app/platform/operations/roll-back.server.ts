import type { Refusal } from "../http/result.ts";
import type { Db, Tx } from "../db/client.server.ts";
import { transact } from "../db/transact.server.ts";

/** An error that rolls back a transaction and carries the refusal to the caller. */
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super("refused");
    this.refusal = refusal;
  }
}

/** Runs a transaction, and rolls it back if its work is refused. */
export async function transactOrRollBack<Out extends { ok: true }>(
  db: Pick<Db, "$client">,
  work: (tx: Tx) => Promise<Out | Refusal>,
): Promise<Out | Refusal> {
  try {
    return await transact(db, async (tx) => {
      const done = await work(tx);
      if (!done.ok) throw new RolledBack(done);
      return done;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal;
    throw error;
  }
}
