/** Opens IndexedDB stores, for pages and the service worker. Every function rejects if the browser blocks storage. */
import { openDatabaseOnce } from "./connection.ts";

/**
 * The database and the key of each store. These names must never change, because browsers have stored data under them.
 */
const STORES = {
  waiting: { database: "ona", key: "key" },
  parcels: { database: "ona", key: "code" },
  scans: { database: "ona-scans", key: "key" },
} as const;
export type StoreName = keyof typeof STORES;
export const STORE_NAMES = Object.keys(STORES) as StoreName[];
const CHANNEL = "ona-kept";

type Database = (typeof STORES)[StoreName]["database"];

const connectionOf = (database: Database) =>
  openDatabaseOnce(database, (db) => {
    for (const name of STORE_NAMES)
      if (STORES[name].database === database) db.createObjectStore(name, { keyPath: STORES[name].key });
  });
const CONNECTIONS = { ona: connectionOf("ona"), "ona-scans": connectionOf("ona-scans") };

type Owned = { owner: string };
type Change<Row> = { put?: Row[]; remove?: string[] };

export type DeviceStore<Row> = {
  list(): Promise<Row[]>;
  /**
   * Changes the store in one transaction. `decide` gets all rows and returns the change. Resolves once the new rows are
   * on the disk.
   */
  change(decide: (all: Row[]) => Change<Row>): Promise<Row[]>;
};

export function deviceStore<Row extends Owned>(name: StoreName): DeviceStore<Row> {
  const { open } = CONNECTIONS[STORES[name].database];
  return {
    list: async () => (await (await open()).getAll(name)) as Row[],
    async change(decide) {
      const transaction = (await open()).transaction(name, "readwrite", { durability: "strict" });
      const { put = [], remove = [] } = decide((await transaction.store.getAll()) as Row[]);
      const writes = [
        ...put.map((row) => transaction.store.put(row)),
        ...remove.map((key) => transaction.store.delete(key)),
      ];
      await Promise.all([...writes, transaction.done]);
      const channel = new BroadcastChannel(CHANNEL);
      channel.postMessage("changed");
      channel.close();
      return put;
    },
  };
}

/** Deletes a person's rows from one store. */
export async function forgetRows(name: StoreName, owner: string): Promise<void> {
  await deviceStore<Owned & Record<string, string>>(name).change((all) => ({
    remove: all.filter((row) => row.owner === owner).map((row) => row[STORES[name].key]!),
  }));
}

/** Reports every change of the store in any tab or worker. Returns a function that stops the reports. */
export function onStoreChange(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", onChange);
  return () => channel.close();
}
