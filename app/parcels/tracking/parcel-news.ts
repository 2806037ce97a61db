/** TRACK-12: public news that the status does not show, such as a failed attempt or a return. Pure. */
import { latestDeeds, type StateEvent } from "../../domain/booking-state.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { goesBack } from "../../domain/going-back.ts";

/**
 * The events that can be shown in place of the day of arrival. They are shown only if they happened to every
 * undelivered piece.
 */
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
