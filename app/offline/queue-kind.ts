/**
 * The kinds of entries in the send queue. They are loaded when the queue is first needed, because the first page of a
 * visit needs neither the queue nor its kinds.
 */
import type { StoreName } from "./browser-store.ts";

/**
 * The state of an entry. `waiting`: not sent. `tried`: sent, but the response was lost, so it may have taken effect.
 * `done` and `refused`: the server's response. `undone`: withdrawn.
 */
type EntryState = "waiting" | "tried" | "done" | "refused" | "undone";

export type Entry = {
  /** The idempotency key, so that the server performs the entry once, however often it is sent. */
  key: string;
  /**
   * The owner of the entry (app/ui/device-owner.ts). Only the owner sees the entry, and it is sent only in the owner's
   * name.
   */
  owner: string;
  /** The time at which the entry was made, in milliseconds of this device's clock. */
  at: number;
  state: EntryState;
};

/** The outcome of sending an entry that must be sent again later. `signIn`: only after a person has signed in. */
export type Later = { state: "later"; signIn: boolean };
/**
 * The outcome of sending an entry. `done` and `refused` are final. `change` is the part of the response that the entry
 * stores.
 */
export type Outcome<E extends Entry> = { state: "done" | "refused"; change?: Partial<E> } | Later;

export type QueueKind<E extends Entry> = {
  /** The store of the entries in IndexedDB. */
  store: StoreName;
  /** Two texts for the question at sign-out, such as '1 scan not sent yet' and 'will not be counted'. */
  noun: string;
  lost: string;
  /** The states in which an entry is never dropped. The question at sign-out counts the entries in these states. */
  held: readonly EntryState[];
  /** The number of newest entries that the store keeps. An older entry is kept only in a state of `held`. */
  retained: number;
  /**
   * Sends an entry, from any page or from the service worker. A kind without this function is sent only by the
   * feature's own page.
   */
  post?(entry: E): Promise<Outcome<E>>;
};

type LoadKinds = () => Promise<readonly QueueKind<Entry>[]>;
let load: LoadKinds = async () => [];

export function registerKinds(loadKinds: LoadKinds): void {
  load = loadKinds;
}

export const registeredKinds: LoadKinds = () => load();
