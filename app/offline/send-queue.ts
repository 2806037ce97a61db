/**
 * The send queue: actions that a person takes without a network are stored on this device, and sent once there is a
 * network. An entry belongs to one person. The server processes each entry's key only once. Entries are sent in the
 * order in which they were made. Features register kinds of entries (app/queue-kinds.ts).
 */
import { deviceStore, forgetRows, STORE_NAMES, type StoreName } from "./browser-store.ts";
import { registeredKinds, type QueueEntry, type Later, type Outcome, type QueueKind } from "./queue-kind.ts";

export type QueueStore<E extends QueueEntry> = {
  list(): Promise<E[]>;
  /** Adds the entry or replaces the entry with the same key. Drops old entries as `entriesToKeep` says. */
  put(entry: E): Promise<unknown>;
};

const LATER: Later = { state: "later", signIn: false };
/** The largest number of unsent entries. A further entry is refused, so that the queue never fills the device. */
const MAX_UNSENT = 1000;

export const isUnsent = ({ state }: Pick<QueueEntry, "state">): boolean =>
  state === "waiting" || state === "tried";

/**
 * Returns the entries that stay in the store, newest first: the newest `retained` entries, and older ones whose state
 * is in `held`.
 */
export function entriesToKeep<E extends QueueEntry>(
  { held, retained }: Pick<QueueKind<E>, "held" | "retained">,
  entries: readonly E[],
): E[] {
  const sorted = entries.toSorted((a, b) => b.at - a.at);
  return sorted.filter(({ state }, index) => index < retained || held.includes(state));
}

export function queueStore<E extends QueueEntry>(kind: QueueKind<E>) {
  const stored = deviceStore<E>(kind.store);
  const put = (entry: E, all: E[]) => {
    const own = [entry, ...all.filter(({ key, owner }) => owner === entry.owner && key !== entry.key)];
    const stay = entriesToKeep(kind, own);
    return {
      put: stay.includes(entry) ? [entry] : [],
      remove: own.filter((one) => !stay.includes(one)).map(({ key }) => key),
    };
  };
  return {
    list: () => stored.list(),
    put: (entry: E) => stored.change((all) => put(entry, all)),
    /** Adds an entry. Rejects if storage is blocked, or if too many entries are unsent. */
    add: (entry: E) =>
      stored.change((all) => {
        if (all.filter(isUnsent).length >= MAX_UNSENT) throw new Error(`${MAX_UNSENT} entries wait already`);
        return put(entry, all);
      }),
    remove: (key: string) => stored.change(() => ({ remove: [key] })),
  } satisfies QueueStore<E> & Record<string, unknown>;
}

/**
 * Sends the entries, oldest first, including those that are added meanwhile. After a temporary failure, the
 * other entries of the same owner are left for the next call; entries of other people are still sent. Returns
 * the number of entries that are still unsent.
 */
export async function sendQueue<E extends QueueEntry>(
  store: QueueStore<E>,
  post: (entry: E) => Promise<Outcome<E>>,
): Promise<number> {
  const postponed = new Set<string>();
  for (;;) {
    const unsent = (await store.list()).filter(isUnsent).sort((a, b) => a.at - b.at);
    const next = unsent.find(({ owner }) => !postponed.has(owner));
    if (!next) return unsent.length;
    const tried: E = { ...next, state: "tried" };
    if (next.state !== "tried") await store.put(tried);
    const outcome = await post(tried).catch(() => LATER);
    if (outcome.state === "later") postponed.add(next.owner);
    else await store.put({ ...tried, ...outcome.change, state: outcome.state });
  }
}

/** Runs `work` while no other page or worker of this browser works on this store. */
export async function withStoreLock<T>({ store }: { store: StoreName }, work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? await navigator.locks.request(`ona-${store}`, work) : work();
}

const sentAnywhere = async () => (await registeredKinds()).filter(({ post }) => post);

/**
 * Sends the unsent entries of these owners, or of all owners. Returns the number of entries that are still unsent.
 */
export async function sendAll(owners?: readonly string[]): Promise<number> {
  let left = 0;
  for (const kind of await sentAnywhere()) {
    const store = queueStore(kind);
    const list = async () => (await store.list()).filter(({ owner }) => !owners || owners.includes(owner));
    left += await withStoreLock(kind, () => sendQueue({ ...store, list }, (entry) => kind.post!(entry)));
  }
  return left;
}

/** True if one of these owners has an unsent entry that any page can send. */
export async function someWait(owners: readonly string[]): Promise<boolean> {
  const lists = await Promise.all((await sentAnywhere()).map((kind) => queueStore(kind).list()));
  return lists.flat().some((entry) => isUnsent(entry) && owners.includes(entry.owner));
}

/** The number of unsent entries of one kind that a sign-out would delete. */
export type Unsent = { kind: QueueKind<QueueEntry>; count: number };

export async function countUnsent(owner: string): Promise<Unsent[]> {
  const counted = (await registeredKinds()).map(async (kind): Promise<Unsent> => {
    const entries = await queueStore(kind)
      .list()
      .catch(() => []);
    const held = entries.filter((entry) => entry.owner === owner && kind.held.includes(entry.state));
    return { kind, count: held.length };
  });
  return (await Promise.all(counted)).filter(({ count }) => count > 0);
}

/**
 * Deletes all entries of a person who signed out, one store after the other. The store of bookings comes first. A
 * booking that is being sent adds its parcel to a later store, so this parcel is deleted too.
 */
export async function forgetOwner(owner: string): Promise<void> {
  for (const store of STORE_NAMES) await withStoreLock({ store }, () => forgetRows(store, owner));
}

export const SYNC_TAG = "ona-waiting";
type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Asks the browser for a background sync, in which the service worker sends the entries. If the browser has no
 * background sync, an open page sends them.
 */
export async function askForSync(): Promise<void> {
  const registration: Syncing | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(SYNC_TAG);
}
