/**
 * PHONE-2: the stored data of the rider's phone, in a database of its own. The names of the database and its stores
 * never change, because phones hold deeds under these names.
 */
import type { DBSchema, IDBPDatabase } from "idb";
import { connection } from "../../../offline/connection.ts";
import type { ProofPicture } from "../../../domain/proof.ts";
import type { KnownLead, PhoneClock } from "../../deeds/protocol.ts";
import type { RiderDay } from "../../deeds/rider-day.ts";
import type { KeptDeed } from "../state/kept-deeds.ts";

/**
 * `heard`: the ids of the deeds that the server had answered before this `RiderDay` was requested. The `RiderDay`
 * includes these deeds.
 */
export type KeptDay = { day: RiderDay; heard: string[]; fetched: PhoneClock };
/**
 * A picture, which is bound to its deed before it is taken. Its bytes are stored separately, so that a list of all
 * pictures does not read them.
 */
export type KeptPicture = {
  /** `deed:number`. */
  id: string;
  deed: string;
  number: number;
  kind: ProofPicture;
  /** The time at which the picture was bound to its deed. */
  at: number;
  isTaken: boolean;
  answer: "taken" | "refused" | null;
  /** True if the server has the picture's deed, which was then deleted from the log. */
  isDeedSent?: boolean;
};
/** The shift PIN for use without a network: a salted and stretched hash, with the number of wrong tries. */
export type KeptPin = { salt: string; hash: string; wrong: number; waitUntil: number };
export type Facts = {
  /** The number of this phone's last deed. */
  seq: number;
  known: KnownLead | null;
  /** The phone's id from its last `RiderDay`. Each deed carries this id. */
  device: string | null;
  pin: KeptPin | null;
  /** The result of `navigator.storage.persist()`. */
  persisted: boolean | null;
};
export const NO_FACTS: Facts = { seq: 0, known: null, device: null, pin: null, persisted: null };

interface PhoneSchema extends DBSchema {
  deeds: { key: string; value: KeptDeed };
  pictures: { key: string; value: KeptPicture };
  bytes: { key: string; value: ArrayBuffer };
  rest: { key: string; value: { name: "day"; day: KeptDay } | { name: "facts"; facts: Facts } };
}
export const PAPERS_CACHE = "rider-papers";

export type PhoneDb = IDBPDatabase<PhoneSchema>;

const phone = connection<PhoneSchema>("ona-rider", (db) => {
  db.createObjectStore("deeds", { keyPath: "deed.id" });
  db.createObjectStore("pictures", { keyPath: "id" });
  db.createObjectStore("bytes");
  db.createObjectStore("rest", { keyPath: "name" });
});
const phoneDb = phone.open;

/** Runs `work`. If the connection was closed meanwhile, it runs `work` again on a new one. */
export async function withDb<T>(work: (db: PhoneDb) => Promise<T>): Promise<T> {
  try {
    return await work(await phoneDb());
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    phone.close();
    return work(await phoneDb());
  }
}
