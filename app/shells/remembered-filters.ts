/** Remembers the filters of a back-office list until the browser tab is closed. */
import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { ownKey } from "../ui/device-owner.ts";

/**
 * Parameters of the URL that are not remembered: `view`, `edit`, `add` and `delete` open a dialog, the others choose a
 * page of the list.
 */
const MOMENTS = ["view", "edit", "add", "delete", "newer", "older", "previous", "next"];
const place = () => ownKey("admin-filters", "lists");

type Filters = Record<string, string>;

let filters: Filters = {};
let filtersOf = "";
const watchers = new Set<() => void>();

function read(): Filters {
  try {
    return JSON.parse(sessionStorage.getItem(place()) ?? "{}") as Filters;
  } catch {
    return {};
  }
}

function remember(pathname: string, search: string): void {
  const params = new URLSearchParams(search);
  for (const name of MOMENTS) params.delete(name);
  // The filters in memory may belong to another member of staff who used this computer before.
  const known = filtersOf === place() ? filters : {};
  filtersOf = place();
  filters = { ...read(), ...known, [pathname]: params.size ? `?${params}` : "" };
  try {
    sessionStorage.setItem(place(), JSON.stringify(filters));
  } catch {
    // The browser blocks its storage, so the filters stay only in memory, until the page is reloaded.
  }
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};
const NONE: Filters = {};

/** Returns the filters of each list, by path. Empty on the server, and until the page's script runs. */
export function useRememberedFilters(): Filters {
  const { pathname, search } = useLocation();
  useEffect(() => remember(pathname, search), [pathname, search]);
  return useSyncExternalStore(
    subscribe,
    () => filters,
    () => NONE,
  );
}
