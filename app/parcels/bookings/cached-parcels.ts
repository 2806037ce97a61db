/** The parcels that this browser tracked or booked last. The cache contains only public data. */
import type { BookingStatus } from "../../domain/delivery-status.ts";
import { deviceStore, forgetRows } from "../../offline/browser-store.ts";

export type CachedParcel = {
  /** The person who tracked or booked the parcel (app/ui/device-owner.ts). */
  owner: string;
  code: string;
  status: BookingStatus;
  from: string;
  to: string;
  estimatedDelivery: number | null;
  /** The time of the server's response, in milliseconds. */
  seenAt: number;
  /** True if the send queue booked the parcel and the person has not yet seen the parcel's code. */
  news: boolean;
};

const MAX_CACHED = 5;
const STORE = deviceStore<CachedParcel>("parcels");

export function tooMany(parcels: readonly CachedParcel[]): CachedParcel[] {
  return [...parcels].sort((a, b) => b.seenAt - a.seenAt).slice(MAX_CACHED);
}

export async function listParcels(owner: string): Promise<CachedParcel[]> {
  return (await STORE.list()).filter((parcel) => parcel.owner === owner).sort((a, b) => b.seenAt - a.seenAt);
}

/** Stores a parcel in place of its earlier record. Keeps only the newest five parcels of the owner. */
export async function cacheParcel(parcel: CachedParcel): Promise<void> {
  await STORE.change((all) => {
    const others = all.filter(({ code, owner }) => code !== parcel.code && owner === parcel.owner);
    return { put: [parcel], remove: tooMany([...others, parcel]).map(({ code }) => code) };
  });
}

export const forgetParcels = (owner: string): Promise<void> => forgetRows("parcels", owner);

/** Returns the codes of bookings that were sent in the background. Each code is returned once. */
export async function takeUpdates(owner: string): Promise<string[]> {
  const isNews = (parcel: CachedParcel) => parcel.news && parcel.owner === owner;
  if (!(await STORE.list()).some(isNews)) return [];
  const seen = await STORE.change((all) => ({
    put: all.filter(isNews).map((parcel) => ({ ...parcel, news: false })),
  }));
  return seen.map(({ code }) => code);
}
