/**
 * SCAN-5: the scans of this device, in a database of their own, so that a new version of it never waits for an open page
 * of the outbox. Every function fails where storage is blocked.
 */
import { type DBSchema, openDB } from "idb";

/** What this file has to know of a scan (app/scan/scan.ts). */
export type KeptScan = { key: string; owner: string; state: string };

interface Scans extends DBSchema {
  scans: { key: string; value: KeptScan };
}

const open = () =>
  openDB<Scans>("ona-scans", 1, {
    upgrade: (db) => void db.createObjectStore("scans", { keyPath: "key" }),
  });

export async function listScans(owner: string): Promise<KeptScan[]> {
  const db = await open();
  const all = await db.getAll("scans").finally(() => db.close());
  return all.filter((scan) => scan.owner === owner);
}

/** One transaction; resolves when it is on the disk. */
async function change(put: readonly KeptScan[], remove: readonly string[]): Promise<void> {
  const db = await open();
  const transaction = db.transaction("scans", "readwrite", { durability: "strict" });
  const { store, done } = transaction;
  const writes = [...put.map((scan) => store.put(scan)), ...remove.map((key) => store.delete(key))];
  await Promise.all([...writes, done]).finally(() => db.close());
}

export const putScan = (scan: KeptScan): Promise<void> => change([scan], []);
export const removeScans = (keys: readonly string[]): Promise<void> => change([], keys);

/** Deletes the scans of a person who signed out. */
export async function forgetScans(owner: string): Promise<void> {
  await removeScans((await listScans(owner)).map(({ key }) => key));
}
