/** The buyer's selection at a store, stored in this browser. It is not lost by a reload or a network error. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { ownKey } from "../../ui/device-owner.ts";
import { drawKey } from "../../ui/page-key.ts";
import { savePageOffline } from "../../platform/http/offline-pages.ts";
import { addOne, refreshedLines, takeOne, type Choosable, type SelectionLine } from "./selection.ts";

/** `key` is the idempotency key with which these lines are ordered. Whenever the lines change, a new key is made. */
type Kept = { key: string; lines: SelectionLine[] };

const kept = new Map<string, Kept>();
const watchers = new Set<() => void>();
const NOTHING: Kept = { key: "", lines: [] };
const place = (storeId: string) => ownKey("selection", storeId);

function isLine(value: unknown): value is SelectionLine {
  const line = value as SelectionLine | null;
  return (
    typeof line?.id === "string" &&
    typeof line.name === "string" &&
    Number.isSafeInteger(line.priceKobo) &&
    Number.isSafeInteger(line.quantity) &&
    line.quantity > 0
  );
}

function read(storeId: string): Kept {
  const known = kept.get(place(storeId));
  if (known) return known;
  let found = NOTHING;
  try {
    const stored = JSON.parse(localStorage.getItem(place(storeId)) ?? "null") as Partial<Kept> | null;
    if (stored && Array.isArray(stored.lines))
      found = { key: typeof stored.key === "string" ? stored.key : "", lines: stored.lines.filter(isLine) };
  } catch {
    // The stored selection cannot be read, so it counts as empty.
  }
  kept.set(place(storeId), found);
  return found;
}

function writeSelection(storeId: string, lines: SelectionLine[]): void {
  const next = { key: drawKey(), lines };
  kept.set(place(storeId), next);
  try {
    if (lines.length === 0) localStorage.removeItem(place(storeId));
    else localStorage.setItem(place(storeId), JSON.stringify(next));
  } catch {
    // The browser blocks its storage, so the selection is lost when the page is closed.
  }
  for (const watcher of watchers) watcher();
  if (lines.length > 0) savePageOffline();
}

function subscribe(watcher: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (!event.key?.startsWith("selection:")) return;
    // Another tab of this store changed the selection, so the value in memory is outdated.
    kept.delete(event.key);
    watcher();
  };
  watchers.add(watcher);
  window.addEventListener("storage", onStorage);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", onStorage);
  };
}

/**
 * Returns the selection, and functions that change it. `fromAddress`: the selection in the URL. It is shown until
 * JavaScript runs, and after that if this browser has stored no selection. `shown`: the products on the page; their
 * current prices replace those in the selection.
 */
export function useSelection(storeId: string, fromAddress: SelectionLine[], shown: readonly Choosable[]) {
  const own = useSyncExternalStore(
    subscribe,
    () => read(storeId),
    () => null,
  );
  useEffect(() => {
    const now = read(storeId).lines;
    if (now.length === 0) {
      if (fromAddress.length > 0) writeSelection(storeId, fromAddress);
      return;
    }
    const fresh = refreshedLines(now, shown);
    if (
      fresh.some((line, index) => line.priceKobo !== now[index]!.priceKobo || line.name !== now[index]!.name)
    )
      writeSelection(storeId, fresh);
  }, [storeId, fromAddress, shown]);

  const replace = useCallback((lines: SelectionLine[]) => writeSelection(storeId, lines), [storeId]);

  return useMemo(
    () => ({
      /**
       * True if the browser changes the selection. False if the server must change it, because JavaScript does not run
       * yet.
       */
      live: own !== null,
      lines: own?.lines ?? fromAddress,
      key: own?.key ?? "",
      add: (product: Choosable) => writeSelection(storeId, addOne(read(storeId).lines, product)),
      take: (id: string) => writeSelection(storeId, takeOne(read(storeId).lines, id)),
      replace,
    }),
    [own, fromAddress, storeId, replace],
  );
}
