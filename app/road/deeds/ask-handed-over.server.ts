/** DEED-8: asks dispatch about a piece that one phone delivered, and that two riders then say changed hands. */
import { and, eq, sql } from "drizzle-orm";
import { formatDateTime } from "../../domain/dates.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { inForce } from "../../parcels/custody/move-pieces.server.ts";
import { custodyEntries } from "../../platform/db/schema.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import type { Taking } from "./taking.server.ts";

type HandedOver = {
  piece: Pick<KnownPiece, "pieceId" | "bookingId">;
  delivered: { by: string; at: Date };
  handed: { to: string; at: Date };
};

/** Opens an exception for each piece; the words are the same whichever of the two was heard first. */
export async function askHandedOver({ tx, act }: Taking, pieces: readonly HandedOver[]): Promise<void> {
  await openExceptions(
    tx,
    pieces.map(({ piece: { pieceId, bookingId }, delivered, handed }) => ({
      ...{ kind: "deeds_disagree" as const, pieceId, bookingId },
      note: `Delivered: ${delivered.by}, ${formatDateTime(delivered.at)}. Handed to another rider: ${handed.to}, ${formatDateTime(handed.at)}.`,
    })),
    act,
  );
}

/** The delivery of each of these pieces, which their receivers have: its author and its time, by piece. */
export async function deliveriesOf(
  { tx }: Taking,
  pieceIds: readonly string[],
): Promise<Map<string, HandedOver["delivered"]>> {
  const rows = await tx
    .select({ pieceId: custodyEntries.pieceId, by: custodyEntries.byName, at: custodyEntries.occurredAt })
    .from(custodyEntries)
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param([...pieceIds])}::uuid[])`,
        eq(custodyEntries.toKind, "receiver"),
        inForce,
      ),
    )
    .orderBy(custodyEntries.occurredAt);
  return new Map(rows.map(({ pieceId, ...delivery }) => [pieceId, delivery]));
}
