/** The last parcels that were tracked or booked in this browser: public facts only. Pure. */
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
  /** When the server said so, in milliseconds. */
  seenAt: number;
  /** It was booked while nobody looked: to be told when somebody does. */
  news: boolean;
};

export const MAX_CACHED = 5;

/** Those that go when only the last five are kept. */
export function tooMany(parcels: readonly CachedParcel[]): CachedParcel[] {
  return [...parcels].sort((a, b) => b.seenAt - a.seenAt).slice(MAX_CACHED);
}
