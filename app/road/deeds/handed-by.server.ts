/** DEED-8: reads the hand-overs that a rider reported, for the rider's own phone. */
import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import { inForce } from "../../parcels/custody/move-pieces.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { custodyEntries } from "../../platform/db/schema.ts";
import { GIVEN } from "./one-sided-hand-overs.server.ts";
import type { DayPiece } from "./rider-day.ts";

export type HandedBy = { is: NonNullable<DayPiece["handed"]>; at: Date };

/** For each piece, returns the newest hand-over that this rider reported. */
export async function handedBy(
  db: Pick<Db, "select">,
  riderId: string | null,
  pieceIds: readonly string[],
): Promise<Map<string, HandedBy>> {
  if (riderId === null || pieceIds.length === 0) return new Map();
  const { pieceId, oneSided, method, fromKind, fromId, toKind, toId, occurredAt } = custodyEntries;
  const rows = await db
    .select({ pieceId, toKind, at: occurredAt })
    .from(custodyEntries)
    .where(
      and(
        sql`${pieceId} = any(${sql.param(pieceIds)}::uuid[])`,
        ...[eq(oneSided, true), eq(method, GIVEN), inForce],
        ...[eq(fromKind, "rider"), eq(fromId, riderId)],
        or(eq(toKind, "hub"), and(eq(toKind, "rider"), ne(toId, riderId))),
      ),
    )
    .orderBy(asc(occurredAt), asc(custodyEntries.id));
  return new Map(
    rows.map(({ pieceId: id, toKind: kind, at }) => [
      id,
      { is: kind === "hub" ? "handed_in" : "handed_over", at },
    ]),
  );
}
