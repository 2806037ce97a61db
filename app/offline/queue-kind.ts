/** The kinds of the send queue's entries. They load late: a visit's first page does not need them. */
import type { StoreName } from "./browser-store.ts";

/**
 * `waiting`: not sent. `tried`: sent without a response, so it may have taken effect. `done` and `refused`:
 * the server's response. `undone`: withdrawn.
 */
type EntryState = "waiting" | "tried" | "done" | "refused" | "undone";

export type QueueEntry = {
  /** The idempotency key: the server performs the entry once, however often it is sent. */
  key: string;
  /** The owner (app/ui/device-owner.ts). The entry is shown only to the owner, and sent only in this name. */
  owner: string;
  /** When the entry was made, in ms of this device's clock. */
  at: number;
  state: EntryState;
};

/** The entry must be sent again later. `signIn`: only after a sign-in. */
export type Later = { state: "later"; signIn: boolean };
/** `done` and `refused` are final. `change`: the part of the response that the entry stores. */
export type Outcome<E extends QueueEntry> = { state: "done" | "refused"; change?: Partial<E> } | Later;

export type QueueKind<E extends QueueEntry> = {
  store: StoreName;
  /** Texts for the question at sign-out, such as '1 scan not sent yet' and 'will not be counted'. */
  noun: string;
  lost: string;
  /** An entry in these states is never dropped. The question at sign-out counts these entries. */
  held: readonly EntryState[];
  /** The store keeps this number of newest entries. An older entry needs a state of `held`. */
  retained: number;
  /** Sends an entry, from any page or the service worker. Without this, only the feature's page sends. */
  post?(entry: E): Promise<Outcome<E>>;
};

type LoadKinds = () => Promise<readonly QueueKind<QueueEntry>[]>;
let load: LoadKinds = async () => [];

export function registerKinds(loadKinds: LoadKinds): void {
  load = loadKinds;
}

export const registeredKinds: LoadKinds = () => load();
