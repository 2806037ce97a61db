/** The kinds of entries in the send queue. They are loaded when the queue is first needed: a first page needs neither. */
import type { StoreName } from "./browser-store.ts";

/**
 * `waiting`: not sent. `tried`: sent, but the response was lost, so it may have counted. `done` and `refused`: the
 * server's response. `undone`: taken back.
 */
export type EntryState = "waiting" | "tried" | "done" | "refused" | "undone";

export type Entry = {
  /** The idempotency key: the server counts it once, however often it is sent. */
  key: string;
  /** The owner (app/ui/device-owner.ts): nobody else sees it, and it is sent as nobody else. */
  owner: string;
  /** When it was made, in milliseconds of this device's clock. */
  at: number;
  state: EntryState;
};

/** `signIn`: not before somebody signs in. */
export type Later = { state: "later"; signIn: boolean };
/** `done` and `refused` are final; `change` is what the entry keeps of the response. */
export type Outcome<E extends Entry> = { state: "done" | "refused"; change?: Partial<E> } | Later;

export type QueueKind<E extends Entry> = {
  /** Its store in IndexedDB. */
  store: StoreName;
  /** Words of the question at sign-out: '1 scan not sent yet', 'will not be counted'. */
  noun: string;
  lost: string;
  /** States of an entry that is never dropped and that the question at sign-out counts. */
  held: readonly EntryState[];
  /** How many of the newest entries stay in any other state. */
  retained: number;
  /** Sends an entry from any page and from the service worker. Without it only the kind's own page sends. */
  post?(entry: E): Promise<Outcome<E>>;
};

type LoadKinds = () => Promise<readonly QueueKind<Entry>[]>;
let load: LoadKinds = async () => [];

export function registerKinds(loadKinds: LoadKinds): void {
  load = loadKinds;
}

export const registeredKinds: LoadKinds = () => load();
