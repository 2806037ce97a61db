/**
 * PHONE-2: the append-only log of the rider's deeds. A deed is on disk, with the next number of this phone,
 * before the screen changes. The server's answer is stored with it. An unanswered deed is never removed.
 */
import { drawKey } from "../../../ui/page-key.ts";
import { PROTOCOL, type Deed, type DeedAnswer, type Did, type KnownLead } from "../../deeds/protocol.ts";
import { phoneClock } from "./clocks.client.ts";
import { gavePin, isSent, withoutPin, type KeptDeed } from "../state/kept-deeds.ts";
import {
  NO_FACTS,
  PAPERS_CACHE,
  withDb,
  type PhoneFacts,
  type KeptDay,
  type KeptPicture,
  type PhoneDb,
} from "./phone-db.client.ts";

/** Thrown if the deed of a tap could not be stored. The tap then has no effect. */
class NotStored extends Error {}

export type KeptOnPhone = {
  deeds: KeptDeed[];
  pictures: KeptPicture[];
  day: KeptDay | null;
  facts: PhoneFacts;
};

const STORES = ["deeds", "pictures", "rest"] as const;
const STRICT = { durability: "strict" } as const;

/** Deletes the stored papers, which the phone can fetch again, and caches from before version 0.1.0. */
const dropCaches = () =>
  Promise.allSettled([PAPERS_CACHE, "rider-kept", "rider-kept-pictures"].map((name) => caches.delete(name)));

/** Tells the other tabs of this browser to read the stored data again. */
const channel = new BroadcastChannel("ona-rider");
const tell = () => channel.postMessage("changed");
export function onOtherTab(read: () => void): void {
  channel.addEventListener("message", read);
}

async function readAll(db: PhoneDb): Promise<KeptOnPhone> {
  const tx = db.transaction(STORES);
  const [deeds, pictures, rest] = await Promise.all([
    tx.objectStore("deeds").getAll(),
    tx.objectStore("pictures").getAll(),
    tx.objectStore("rest").getAll(),
  ]);
  const kept: KeptOnPhone = { deeds, pictures, day: null, facts: NO_FACTS };
  for (const row of rest) {
    if (row.name === "day") kept.day = row.day;
    else kept.facts = { ...NO_FACTS, ...row.facts };
  }
  kept.deeds.sort((a, b) => a.deed.seq - b.deed.seq);
  return kept;
}

export const readKept = (): Promise<KeptOnPhone> => withDb(readAll);

/** Changes the phone's facts (`PhoneFacts`). If there is a deed to add, adds it in the same transaction. */
async function changeFacts(
  db: PhoneDb,
  change: (facts: PhoneFacts) => PhoneFacts,
  add?: (facts: PhoneFacts) => KeptDeed,
) {
  const tx = db.transaction(["deeds", "rest"], "readwrite", STRICT);
  try {
    const row = await tx.objectStore("rest").get("facts");
    const facts = change({ ...NO_FACTS, ...(row?.name === "facts" && row.facts) });
    const writes: Promise<unknown>[] = [tx.objectStore("rest").put({ name: "facts", facts })];
    const deed = add?.(facts);
    if (deed) writes.push(tx.objectStore("deeds").add(deed));
    await Promise.all([...writes, tx.done]);
    return { facts, deed };
  } catch (error) {
    // The failed transaction also rejects `done`. Without a handler, that would be an unhandled rejection.
    tx.done.catch(() => {});
    throw error;
  }
}

export async function keepFacts(change: Partial<PhoneFacts>): Promise<PhoneFacts> {
  const { facts } = await withDb((db) => changeFacts(db, (old) => ({ ...old, ...change })));
  return facts;
}

export type NewDeed = {
  did: Did;
  run: Deed["run"];
  /** The deed's id, if pictures are already bound to it. */ id?: string;
};

/**
 * Adds a deed, and resolves once it is on disk. If there is no room, deletes the stored papers and tries
 * again. Throws NotStored if that fails, too.
 */
export async function addDeed({ did, run, id = drawKey() }: NewDeed): Promise<KeptDeed> {
  const clock = phoneClock();
  const add = () =>
    withDb((db) =>
      changeFacts(
        db,
        (facts) => ({ ...facts, seq: facts.seq + 1 }),
        ({ seq, device, known }) => ({
          deed: { id, seq, v: PROTOCOL, device, run, clock, known, did },
          answer: null,
          why: [],
        }),
      ),
    );
  const { deed } = await add().catch(async (error: unknown) => {
    // The deed may be stored in spite of the error, because the browser may have closed the database after the write.
    const there = await withDb((db) => db.get("deeds", id)).catch(() => undefined);
    if (there) return { deed: there };
    await dropCaches();
    return add().catch(() => {
      throw new NotStored("not stored", { cause: error });
    });
  });
  if (!deed) throw new NotStored("not stored");
  tell();
  return deed;
}

/** Stores the server's answers. Returns the changed rows. */
export async function noteAnswers(answers: readonly DeedAnswer[]): Promise<KeptDeed[]> {
  const noted = await withDb(async (db) => {
    const tx = db.transaction("deeds", "readwrite", STRICT);
    const rows: KeptDeed[] = [];
    for (const { id, answer, why } of answers) {
      const row = await tx.store.get(id);
      // An answer that says that the server has the deed is final, so later answers are ignored.
      if (!row || isSent(row)) continue;
      const noted = { ...row, answer, why };
      rows.push(isSent(noted) ? { ...noted, hadPin: gavePin(noted), deed: withoutPin(noted.deed) } : noted);
      await tx.store.put(rows.at(-1)!);
    }
    await tx.done;
    return rows;
  });
  tell();
  return noted;
}

/** Stores the server's `RiderDay`. If there is no room, deletes the stored papers and tries again. May reject. */
export async function keepDay(day: KeptDay, known: KnownLead): Promise<void> {
  const keep = () =>
    withDb(async (db) => {
      const tx = db.transaction("rest", "readwrite", STRICT);
      const row = await tx.store.get("facts");
      const facts = { ...NO_FACTS, ...(row?.name === "facts" && row.facts), known, device: day.day.device };
      await Promise.all([
        tx.store.put({ name: "day", day }),
        tx.store.put({ name: "facts", facts }),
        tx.done,
      ]);
    });
  await keep().catch(() => dropCaches().then(keep));
  tell();
}

/**
 * Deletes the `RiderDay` and all data that the server already has. Unsent deeds and pictures stay. Called when the
 * rider's day or the shift ends, or when the phone is no longer the rider's device.
 */
export async function wipeSent(): Promise<void> {
  await withDb(async (db) => {
    const tx = db.transaction(STORES, "readwrite", STRICT);
    const rows = await tx.objectStore("deeds").getAll();
    const sent = rows.filter(isSent).map(({ deed }) => deed.id);
    for (const id of sent) await tx.objectStore("deeds").delete(id);
    const left = new Set(rows.map(({ deed }) => deed.id).filter((id) => !sent.includes(id)));
    for (const picture of await tx.objectStore("pictures").getAll()) {
      const { id, deed, isTaken, answer } = picture;
      // An unsent picture stays, even though its deed is deleted here.
      if (answer === "taken" || (!isTaken && !left.has(deed))) await tx.objectStore("pictures").delete(id);
      else if (sent.includes(deed)) await tx.objectStore("pictures").put({ ...picture, isDeedSent: true });
    }
    await tx.objectStore("rest").delete("day");
    await tx.done;
  });
  await dropCaches();
  tell();
}
