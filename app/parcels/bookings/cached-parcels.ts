/** The parcels that this browser last tracked or booked: public data only. */
import type { BookingStatus } from "../../domain/delivery-status.ts";
import { deviceStore, forgetRows } from "../../offline/browser-store.ts";

export type CachedParcel = {
  /** The person who tracked or booked the parcel in this browser (app/ui/device-owner.ts). */
  owner: string;
  code: string;
  status: BookingStatus;
  /** The place of origin; '' if it is not known yet. */
  from: string;
  to: string;
  estimatedDelivery: number | null;
  /** The time of the server's response from which the parcel was cached, in milliseconds. */
  seenAt: number;
  /** True if the parcel was booked in the background, and its code was not shown to the person yet. */
  news: boolean;
};

const MAX_CACHED = 5;
const STORE = deviceStore<CachedParcel>("parcels");

/** The parcels to drop so that the last five remain. */
export function tooMany(parcels: readonly CachedParcel[]): CachedParcel[] {
  return [...parcels].sort((a, b) => b.seenAt - a.seenAt).slice(MAX_CACHED);
}

/** The cached parcels of one person, the newest first. */
export async function listParcels(owner: string): Promise<CachedParcel[]> {
  return (await STORE.list()).filter((parcel) => parcel.owner === owner).sort((a, b) => b.seenAt - a.seenAt);
}

/** Stores a parcel in place of its earlier record, and drops the owner's oldest parcels so that five remain. */
export async function cacheParcel(parcel: CachedParcel): Promise<void> {
  await STORE.change((all) => {
    const others = all.filter(({ code, owner }) => code !== parcel.code && owner === parcel.owner);
    return { put: [parcel], remove: tooMany([...others, parcel]).map(({ code }) => code) };
  });
}

export const forgetParcels = (owner: string): Promise<void> => forgetRows("parcels", owner);

/** The codes of a person's bookings that were sent in the background. Each code is returned once. */
export async function takeUpdates(owner: string): Promise<string[]> {
  const isNews = (parcel: CachedParcel) => parcel.news && parcel.owner === owner;
  if (!(await STORE.list()).some(isNews)) return [];
  const seen = await STORE.change((all) => ({
    put: all.filter(isNews).map((parcel) => ({ ...parcel, news: false })),
  }));
  return seen.map(({ code }) => code);
}
