/** IndexedDB, shared by pages and the service worker. Every function fails where storage is blocked. */
import { GUEST } from "../ui/device-owner.ts";
import { tooMany, type CachedParcel } from "./cached-parcels.ts";
import type { Shelf, Waiting } from "./outbox.ts";

type Shelves = { waiting: Waiting; parcels: CachedParcel };
const CHANNEL = "ona-kept";

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open("ona", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("waiting", { keyPath: "key" });
      request.result.createObjectStore("parcels", { keyPath: "code" });
    });
    request.addEventListener("success", () => {
      request.result.addEventListener("close", () => (opening = undefined));
      done(request.result);
    });
    request.addEventListener("error", () => fail(request.error));
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

/** One transaction; resolves when it is on the disk. */
async function change<Name extends keyof Shelves, T = void>(
  name: Name,
  work: (store: IDBObjectStore, all: Shelves[Name][]) => T,
): Promise<T> {
  const db = await open();
  const result = await new Promise<T>((done, fail) => {
    const transaction = db.transaction(name, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(name);
    const all = store.getAll() as IDBRequest<Shelves[Name][]>;
    let worked: T;
    all.addEventListener("success", () => (worked = work(store, all.result.map(owned))));
    transaction.addEventListener("complete", () => done(worked));
    transaction.addEventListener("abort", () => fail(transaction.error));
  });
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
  return result;
}

async function list<Name extends keyof Shelves>(name: Name): Promise<Shelves[Name][]> {
  const db = await open();
  return new Promise((done, fail) => {
    const all = db.transaction(name).objectStore(name).getAll() as IDBRequest<Shelves[Name][]>;
    all.addEventListener("success", () => done(all.result.map(owned)));
    all.addEventListener("error", () => fail(all.error));
  });
}

export const outboxStore: Shelf = {
  list: () => list("waiting"),
  put: (booking) => change("waiting", (store) => void store.put(booking)),
  remove: (key) => change("waiting", (store) => store.delete(key)).then(() => {}),
};

/** The newest first. */
export async function listParcels(owner: string): Promise<CachedParcel[]> {
  return (await list("parcels"))
    .filter((parcel) => parcel.owner === owner)
    .sort((a, b) => b.seenAt - a.seenAt);
}

/** Stores a parcel in place of its earlier record, and drops the oldest of its owner. */
export function cacheParcel(parcel: CachedParcel): Promise<void> {
  return change("parcels", (store, all) => {
    store.put(parcel);
    const others = all.filter(({ code, owner }) => code !== parcel.code && owner === parcel.owner);
    for (const { code } of tooMany([...others, parcel])) store.delete(code);
  });
}

export function forgetParcels(owner: string): Promise<void> {
  return change("parcels", (store, all) => {
    for (const parcel of all) if (parcel.owner === owner) store.delete(parcel.code);
  });
}

/** Deletes everything of a person who signed out. */
export async function forgetOwner(owner: string): Promise<void> {
  await forgetParcels(owner);
  await change("waiting", (store, all) => {
    for (const booking of all) if (booking.owner === owner) store.delete(booking.key);
  });
}

/** The codes of this person's bookings that were sent in the background; each is returned once. */
export async function takeUpdates(owner: string): Promise<string[]> {
  const isNews = (parcel: CachedParcel) => parcel.news && parcel.owner === owner;
  if (!(await list("parcels")).some(isNews)) return [];
  return change("parcels", (store, all) => {
    const news = all.filter(isNews);
    for (const parcel of news) store.put({ ...parcel, news: false });
    return news.map(({ code }) => code);
  });
}

/** Calls back after every change, in any tab or worker. Returns how to stop. */
export function onCacheChange(tell: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", tell);
  return () => channel.close();
}
