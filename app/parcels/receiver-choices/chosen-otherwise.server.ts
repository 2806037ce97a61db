/** CHOICE-2: finds receivers' choices that forbid a delivery on the day of a run. */
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, receiverChoices } from "../../platform/db/schema.ts";
import { nearDay } from "../../domain/promise.ts";

export type Otherwise = { code: string; why: string };

/**
 * Finds the pieces that must not go on a delivery run of this day, each with the receiver's choice: a later day, an
 * office, or a refusal. Locks the rows of the bookings in the order of their codes, so that no choice is made between
 * this check and the planning. The caller must first lock the run's row.
 */
export async function chosenOtherwise(
  tx: Tx,
  pieceIds: readonly string[],
  day: string,
): Promise<Map<string, Otherwise>> {
  if (pieceIds.length === 0) return new Map();
  const ofPieces = tx
    .select({ id: pieces.bookingId })
    .from(pieces)
    .where(and(sql`${pieces.id} = any(${sql.param(pieceIds)}::uuid[])`, eq(pieces.returning, false)));
  const locked = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(inArray(bookings.id, ofPieces))
    .orderBy(bookings.trackingCode)
    .for("no key update");
  if (locked.length === 0) return new Map();
  const rows = await tx
    .select({
      pieceId: pieces.id,
      code: bookings.trackingCode,
      kind: receiverChoices.kind,
      day: receiverChoices.day,
    })
    .from(receiverChoices)
    .innerJoin(bookings, eq(bookings.id, receiverChoices.bookingId))
    .innerJoin(pieces, eq(pieces.bookingId, bookings.id))
    .where(
      and(
        sql`${pieces.id} = any(${sql.param(pieceIds)}::uuid[])`,
        eq(pieces.returning, false),
        isNull(receiverChoices.endedAt),
        or(inArray(receiverChoices.kind, ["hold", "refuse"]), sql`${receiverChoices.day} > ${day}`),
      ),
    );
  return new Map(rows.map(({ pieceId, code, ...choice }) => [pieceId, { code, why: whyOf(choice) }]));
}

function whyOf({ kind, day }: Pick<typeof receiverChoices.$inferSelect, "kind" | "day">): string {
  if (day) return `its receiver chose ${nearDay(day)}`;
  return kind === "hold" ? "its receiver collects it" : "its receiver does not want it";
}
