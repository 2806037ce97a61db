/**
 * The kinds of entries in the send queue. They are loaded when the queue is first needed, because a first page needs
 * neither.
 */
import type { StoreName } from "./browser-store.ts";

/**
 * `waiting`: not sent. `tried`: sent, but the response was lost, so it may have taken effect. `done` and `refused`: the
 * server's response. `undone`: withdrawn.
 */
export type EntryState = "waiting" | "tried" | "done" | "refused" | "undone";

export type Entry = {
  /** The idempotency key: the server carries it out once, however often it is sent. */
  key: string;
  /** The owner (app/ui/device-owner.ts): only they see the entry, and it is sent only in their name. */
  owner: string;
  /** The time at which it was made, in milliseconds of this device's clock. */
  at: number;
  state: EntryState;
};

/** `signIn`: the next attempt is made after a person signs in. */
export type Later = { state: "later"; signIn: boolean };
/** `done` and `refused` are final. `change` is the part of the response that the entry stores. */
export type Outcome<E extends Entry> = { state: "done" | "refused"; change?: Partial<E> } | Later;

export type QueueKind<E extends Entry> = {
  /** Its store in IndexedDB. */
  store: StoreName;
  /** The words for the question at sign-out: '1 scan not sent yet', 'will not be counted'. */
  noun: string;
  lost: string;
  /** The states in which an entry is never dropped, and is counted by the question at sign-out. */
  held: readonly EntryState[];
  /** The number of newest entries that are retained in any other state. */
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
