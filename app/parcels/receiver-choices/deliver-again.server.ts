/** CHOICE-2: starts the delivery of a parcel that waited for collection. */
import { and, desc, eq, inArray } from "drizzle-orm";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { RECEIVER } from "../receiver-link/of-parcel.server.ts";
import type { Choosing } from "./lock-choosing.server.ts";

type Deciding = Pick<Work<unknown>, "services" | "tx" | "act">;

/** Starts the delivery again if the parcel waits for collection. Otherwise does nothing. */
export async function deliverAgain(work: Deciding, choosing: Choosing): Promise<void> {
  if ((await lastWord(work.tx, choosing.booking.id)) === "held_for_collection")
    await recordChoice(work, choosing, "rescheduled", null);
}

async function lastWord(tx: Tx, bookingId: string): Promise<EventKind | null> {
  const [last] = await tx
    .select({ kind: bookingEvents.kind })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        inArray(bookingEvents.kind, ["held_for_collection", "rescheduled", "out_for_delivery", "left_hub"]),
      ),
    )
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  return last?.kind ?? null;
}

/** Records an event of this kind for the pieces that the receiver does not have, and mails the sender. */
export async function recordChoice(
  { services, tx, act }: Deciding,
  { booking, places }: Choosing,
  kind: EventKind,
  hubId: string | null,
): Promise<void> {
  const deeds = places.map(({ number }) => ({
    ...{ bookingId: booking.id, piece: booking.pieces === 1 ? null : number },
    ...{ kind, occurredAt: act.at, hubId },
  }));
  await addEvents({ services, tx, act: act.as(RECEIVER) }, deeds);
}
