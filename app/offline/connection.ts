import { type IDBPDatabase, openDB } from "idb";

/** An IndexedDB, opened once, and again if the browser closed it, as it does when it clears a page's storage. */
export function connection<Schema>(name: string, upgrade: (db: IDBPDatabase<Schema>) => void) {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const close = () => void (opened = null);
  const open = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= openDB<Schema>(name, 1, {
      upgrade,
      // A newer version of the product must not wait for this page, so it closes its connection.
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
