/** TRIP-17: makes one act for each stop of an entry, so that each stop can be undone separately. */
import type { Admin } from "../../access/actor.ts";
import { actOf } from "../../access/author.server.ts";
import type { ActKind } from "../../domain/acts.ts";
import type { Act } from "../../platform/operations/act.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import type { PieceOfRun } from "../runs/pieces-of-run.server.ts";

export type ActOfBooking = (booking: { bookingId: string }) => Act;

/**
 * Makes one act for each stop. Returns a function that finds the act of a booking's stop. The first stop has the
 * operation's own act.
 */
export function actsOfStops(work: Work<Admin>, kind: ActKind, there: readonly PieceOfRun[]): ActOfBooking {
  const stops = [...new Set(there.map(({ stop }) => stop))];
  const acts = new Map(stops.map((stop, n) => [stop, n === 0 ? work.act : actOf(work, kind)]));
  const ofBooking = new Map(there.map(({ bookingId, stop }) => [bookingId, acts.get(stop)!]));
  return ({ bookingId }) => ofBooking.get(bookingId) ?? work.act;
}
