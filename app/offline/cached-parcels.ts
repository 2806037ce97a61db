/** The last parcels that were tracked or booked in this browser: public data only. Pure. */
import type { DeliveryStatus } from "../domain/booking.ts";

export type CachedParcel = {
  /** Who tracked or booked it (app/ui/device-owner.ts). */
  owner: string;
  code: string;
  status: DeliveryStatus;
  /** '' where it is not known yet. */
  from: string;
  to: string;
  estimatedDelivery: number | null;
  /** When the server responded, in milliseconds. */
  seenAt: number;
  /** Booked in the background: to be shown at the next visit. */
  news: boolean;
};

export const MAX_CACHED = 5;

/** The parcels to drop so that the last five stay. */
export function tooMany(parcels: readonly CachedParcel[]): CachedParcel[] {
  return [...parcels].sort((a, b) => b.seenAt - a.seenAt).slice(MAX_CACHED);
}
