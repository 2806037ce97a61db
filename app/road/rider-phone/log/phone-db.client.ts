/** PHONE-2: the database of the rider's phone. Never rename the database or its stores: phones have deeds in them. */
import type { DBSchema, IDBPDatabase } from "idb";
import { openDatabaseOnce } from "../../../offline/connection.ts";
import type { ProofPicture } from "../../../domain/proof.ts";
import type { KnownLead, PhoneClock } from "../../deeds/protocol.ts";
import type { RiderDay } from "../../deeds/rider-day.ts";
import type { KeptDeed } from "../state/kept-deeds.ts";

/** `heard`: the ids of the deeds whose effects this `RiderDay` already includes. */
export type KeptDay = { day: RiderDay; heard: string[]; fetched: PhoneClock };
/** A picture without its bytes. The bytes are stored separately, so that a list of pictures does not read them. */
export type KeptPicture = {
  /** The id has the form `deed:number`. */
  id: string;
  deed: string;
  number: number;
  kind: ProofPicture;
  at: number;
  isTaken: boolean;
  answer: "taken" | "refused" | null;
  /** True if the server has the picture's deed. The log then no longer has the deed. */
  isDeedSent?: boolean;
};
/**
 * The values with which the phone checks the shift PIN without a network: a salted hash that is slow to compute, the
 * count of wrong tries, and the end of the delay after them.
 */
export type KeptPin = { salt: string; hash: string; wrong: number; waitUntil: number };
export type PhoneFacts = {
  seq: number;
  known: KnownLead | null;
  device: string | null;
  pin: KeptPin | null;
  persisted: boolean | null;
};
export const NO_FACTS: PhoneFacts = { seq: 0, known: null, device: null, pin: null, persisted: null };

interface PhoneSchema extends DBSchema {
  deeds: { key: string; value: KeptDeed };
  pictures: { key: string; value: KeptPicture };
  bytes: { key: string; value: ArrayBuffer };
  rest: { key: string; value: { name: "day"; day: KeptDay } | { name: "facts"; facts: PhoneFacts } };
}
export const PAPERS_CACHE = "rider-papers";

export type PhoneDb = IDBPDatabase<PhoneSchema>;

const phone = openDatabaseOnce<PhoneSchema>("ona-rider", (db) => {
  db.createObjectStore("deeds", { keyPath: "deed.id" });
  db.createObjectStore("pictures", { keyPath: "id" });
  db.createObjectStore("bytes");
  db.createObjectStore("rest", { keyPath: "name" });
});
const phoneDb = phone.open;

/** Runs `work`. If the connection was closed meanwhile, runs `work` again on a new connection. */
export async function withDb<T>(work: (db: PhoneDb) => Promise<T>): Promise<T> {
  try {
    return await work(await phoneDb());
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    phone.close();
    return work(await phoneDb());
  }
}
