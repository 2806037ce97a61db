/** BOOK-29, PIECE-1: the number of pieces and the payer can change while the sender has every piece. */
import { and, eq, ne } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { refuse } from "./messages.ts";

export async function isWithSender(db: Db | Tx, bookingId: string): Promise<boolean> {
  const [moved] = await db
    .select({ id: pieces.id })
    .from(pieces)
    .where(and(eq(pieces.bookingId, bookingId), ne(pieces.holderKind, "sender")))
    .limit(1);
  return moved === undefined;
}

/** Refuses (field error) a change of the number of pieces or the payer after a piece has left the sender. */
export async function refuseMoved(
  tx: Tx,
  bookingId: string,
  differing: readonly string[],
): Promise<Refusal | null> {
  const field = (["pieces", "paysDelivery"] as const).find((name) => differing.includes(name));
  if (!field || (await isWithSender(tx, bookingId))) return null;
  return refuse("conflict", "pieces_moved", { field });
}
