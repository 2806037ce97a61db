import { type IDBPDatabase, openDB } from "idb";

/** Opens an IndexedDB database, and opens it again if the browser closed it, for example to clear the storage. */
export function openDatabaseOnce<Schema>(name: string, upgrade: (db: IDBPDatabase<Schema>) => void) {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const close = () => void (opened = null);
  const open = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= openDB<Schema>(name, 1, {
      upgrade,
      // Another page with a newer version of the database waits until this connection ends. So this page closes the
      // connection at once.
      blocking(_current, _blocked, event) {
        close();
        (event.target as IDBDatabase).close();
      },
      terminated: close,
    }).catch((error: unknown) => {
      close();
      throw error;
    }));
  return { open, close };
}
