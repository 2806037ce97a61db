/**
 * The kinds of entries in the send queue. The kinds are loaded late, because the first page of a visit does not need
 * them.
 */
import type { StoreName } from "./browser-store.ts";

/**
 * `waiting`: not sent. `tried`: sent without a response, so the server may have processed the entry. `done`: accepted
 * by the server. `refused`: refused by the server. `undone`: the person withdrew the entry.
 */
type EntryState = "waiting" | "tried" | "done" | "refused" | "undone";

export type QueueEntry = {
  /** The idempotency key, by which the server processes the entry only once, however often the entry is sent. */
  key: string;
  /** The owner (app/ui/device-owner.ts). An entry is shown only to its owner, and sent only on the owner's behalf. */
  owner: string;
  /** The time when the entry was made, in ms by this device's clock. */
  at: number;
  state: EntryState;
};

/** The entry must be sent again later. `signIn`: true if the entry can be sent only after a sign-in. */
export type Later = { state: "later"; signIn: boolean };
/** The final result. `change` is the part of the response that the entry stores. */
export type Outcome<E extends QueueEntry> = { state: "done" | "refused"; change?: Partial<E> } | Later;

export type QueueKind<E extends QueueEntry> = {
  store: StoreName;
  /**
   * The texts of the question at sign-out: `noun` such as '1 scan not sent yet', `lost` such as 'will not be counted'.
   */
  noun: string;
  lost: string;
  /** An entry in one of these states is never dropped. The question at sign-out counts these entries. */
  held: readonly EntryState[];
  /** The store keeps this many of the newest entries. An older entry is kept only in one of the states of `held`. */
  retained: number;
  /**
   * Sends an entry, from any page or the service worker. Without this function, only the feature's page sends entries.
   */
  post?(entry: E): Promise<Outcome<E>>;
};

type LoadKinds = () => Promise<readonly QueueKind<QueueEntry>[]>;
let load: LoadKinds = async () => [];

export function registerKinds(loadKinds: LoadKinds): void {
  load = loadKinds;
}

export const registeredKinds: LoadKinds = () => load();
