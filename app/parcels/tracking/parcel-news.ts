/** TRACK-12: the public news of a parcel apart from its status, in the order of its events. Pure. */
import { latestDeeds, type StateEvent } from "../../domain/booking-state.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { goesBack } from "../../domain/going-back.ts";

/** The events that are shown in place of the day of arrival, if all undelivered pieces have them. */
const NEWS = [
  "attempted",
  "held_for_collection",
  "return_started",
  "returned",
] as const satisfies EventKind[];
export type News = (typeof NEWS)[number];

export type ParcelNews = {
  news: News | null;
  deliveredPieces: number;
  outForDelivery: boolean;
};

export function parcelNews(pieces: number, events: readonly StateEvent[]): ParcelNews {
  const each = latestDeeds(pieces, events);
  const open = each.flatMap((deed, index) => (deed?.status === DELIVERED ? [] : [index + 1]));
  const told = new Set(
    open.map((piece) => (goesBack(piece, events) ? "return_started" : (each[piece - 1]?.kind ?? null))),
  );
  const [only = null] = told;
  return {
    news: told.size === 1 ? (NEWS.find((kind) => kind === only) ?? null) : null,
    deliveredPieces: pieces - open.length,
    outForDelivery: told.has("out_for_delivery"),
  };
}
