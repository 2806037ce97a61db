/** CHOICE-2: a parcel waits for collection once all its pieces are in the chosen hub. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Actor } from "../../access/actor.ts";
import { bookings, pieces, receiverChoices } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { RECEIVER } from "../receiver-link/of-parcel.server.ts";
import { addEvents } from "../../history/add-events.server.ts";

/**
 * Records 'Held for collection' for bookings whose receivers chose this hub, if the hub has all pieces that
 * the receiver does not have yet. The caller must first lock the rows of the bookings.
 */
export async function holdChosen(
  { services, tx, act }: Pick<Work<Actor>, "services" | "tx" | "act">,
  hubId: string,
  bookingIds: readonly string[],
): Promise<void> {
  if (bookingIds.length === 0) return;
  const rows = await tx
    .select({
      bookingId: pieces.bookingId,
      number: pieces.number,
      of: bookings.pieces,
      here: sql<boolean>`${pieces.holderKind} = 'hub' and ${pieces.holderId} = ${hubId}`,
    })
    .from(receiverChoices)
    .innerJoin(bookings, eq(bookings.id, receiverChoices.bookingId))
    .innerJoin(pieces, and(eq(pieces.bookingId, bookings.id), ne(pieces.holderKind, "receiver")))
    .where(
      and(
        sql`${receiverChoices.bookingId} = any(${sql.param(bookingIds)}::uuid[])`,
        eq(receiverChoices.hubId, hubId),
        isNull(receiverChoices.endedAt),
        eq(pieces.returning, false),
      ),
    )
    .prepare("hold_chosen")
    .execute();
  const ready = [...Map.groupBy(rows, ({ bookingId }) => bookingId).values()].filter((own) =>
    own.every(({ here }) => here),
  );
  // The event must be later than the arrival at the hub, which may have the same time as this act.
  const occurredAt = new Date(act.at.getTime() + 1);
  await addEvents(
    { services, tx, act: act.as(RECEIVER) },
    ready.flat().map(({ bookingId, number, of }) => ({
      ...{ bookingId, piece: of === 1 ? null : number, kind: "held_for_collection" as const },
      ...{ occurredAt, hubId },
    })),
  );
}
