/** RECEIVER-2: the hub at which a receiver collects the parcel, for the people who have the receiver's link. */
import { and, desc, eq } from "drizzle-orm";
import { notUndone } from "../../history/state-events.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import type { News } from "../tracking/parcel-news.ts";
import type { ChoicesView } from "./choices-view.server.ts";

/** `hours`: a line for each range of days; empty if they are the opening hours of the company's office. */
export type CollectAt = { name: string; address: string; hours: string[] };

/**
 * Finds the hub that holds the parcel, or else the hub that the receiver chose. Null if the receiver does not collect
 * the parcel, or if the hub is closed.
 */
export async function collectAtOf(
  services: Services,
  { bookingId, news, choices }: { bookingId: string; news: News | null; choices: ChoicesView | null },
): Promise<CollectAt | null> {
  const chosen = choices?.chosen.find(({ kind }) => kind === "hold")?.hubId ?? null;
  const id = news === "held_for_collection" ? ((await heldIn(services, bookingId)) ?? chosen) : chosen;
  const hub = (await activeHubs(services)).find((one) => one.id === id);
  return hub ? { name: hub.name, address: hub.address, hours: hub.hours.split("\n").filter(Boolean) } : null;
}

async function heldIn({ db }: Services, bookingId: string): Promise<string | null> {
  const [held] = await db
    .select({ hubId: bookingEvents.hubId })
    .from(bookingEvents)
    .where(
      and(eq(bookingEvents.bookingId, bookingId), eq(bookingEvents.kind, "held_for_collection"), notUndone),
    )
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  return held?.hubId ?? null;
}
