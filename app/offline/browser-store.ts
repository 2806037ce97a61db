/** IndexedDB, shared by pages and the service worker. Every function fails where storage is blocked. */
import { type DBSchema, type IDBPDatabase, openDB, type StoreValue } from "idb";
import { GUEST } from "../ui/device-owner.ts";
import { tooMany, type CachedParcel } from "./cached-parcels.ts";
import type { OutboxStore, Waiting } from "./outbox.ts";

interface Shelves extends DBSchema {
  waiting: { key: string; value: Waiting };
  parcels: { key: string; value: CachedParcel };
}
type Name = "waiting" | "parcels";
const CHANNEL = "ona-kept";

let opening: Promise<IDBPDatabase<Shelves>> | undefined;

function open(): Promise<IDBPDatabase<Shelves>> {
  opening ??= openDB<Shelves>("ona", 1, {
    upgrade(db) {
      db.createObjectStore("waiting", { keyPath: "key" });
      db.createObjectStore("parcels", { keyPath: "code" });
    },
    terminated: () => (opening = undefined),
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Records stored before they had an owner belong to a guest. */
const owned = <Stored extends { owner: string }>(stored: Stored): Stored => ({
  ...stored,
  owner: stored.owner ?? GUEST,
});

async function list<N extends Name>(name: N): Promise<StoreValue<Shelves, N>[]> {
  return (await (await open()).getAll(name)).map(owned);
}

type Change<N extends Name> = { put: StoreValue<Shelves, N>[]; remove: string[] };

/** One transaction over what is stored; resolves when it is on the disk, with what was put. */
async function change<N extends Name>(
  name: N,
  decide: (all: StoreValue<Shelves, N>[]) => Partial<Change<N>>,
): Promise<StoreValue<Shelves, N>[]> {
  const transaction = (await open()).transaction(name, "readwrite", { durability: "strict" });
  const { put = [], remove = [] } = decide((await transaction.store.getAll()).map(owned));
  const writes = [
    ...put.map((row) => transaction.store.put(row)),
    ...remove.map((key) => transaction.store.delete(key)),
  ];
  await Promise.all([...writes, transaction.done]);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
  return put;
}

export const outboxStore: OutboxStore = {
  list: () => list("waiting"),
  put: (booking) => change("waiting", () => ({ put: [booking] })).then(() => {}),
  remove: (key) => change("waiting", () => ({ remove: [key] })).then(() => {}),
};

/** The newest first. */
export async function listParcels(owner: string): Promise<CachedParcel[]> {
  return (await list("parcels"))
    .filter((parcel) => parcel.owner === owner)
    .sort((a, b) => b.seenAt - a.seenAt);
}

/** Stores a parcel in place of its earlier record, and drops the oldest of its owner. */
export async function cacheParcel(parcel: CachedParcel): Promise<void> {
  await change("parcels", (all) => {
    const others = all.filter(({ code, owner }) => code !== parcel.code && owner === parcel.owner);
    return { put: [parcel], remove: tooMany([...others, parcel]).map(({ code }) => code) };
  });
}

export async function forgetParcels(owner: string): Promise<void> {
  await change("parcels", (all) => ({
    remove: all.filter((parcel) => parcel.owner === owner).map(({ code }) => code),
  }));
}

/** Deletes everything of a person who signed out. */
export async function forgetOwner(owner: string): Promise<void> {
  await forgetParcels(owner);
  await change("waiting", (all) => ({
    remove: all.filter((booking) => booking.owner === owner).map(({ key }) => key),
  }));
}

/** The codes of this person's bookings that were sent in the background; each is returned once. */
export async function takeUpdates(owner: string): Promise<string[]> {
  const isNews = (parcel: CachedParcel) => parcel.news && parcel.owner === owner;
  if (!(await list("parcels")).some(isNews)) return [];
  const seen = await change("parcels", (all) => ({
    put: all.filter(isNews).map((parcel) => ({ ...parcel, news: false })),
  }));
  return seen.map(({ code }) => code);
}

/** Calls back after every change, in any tab or worker. Returns how to stop. */
export function onCacheChange(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", onChange);
  return () => channel.close();
}
