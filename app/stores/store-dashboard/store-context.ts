import { createContext, data, type RouterContextProvider } from "react-router";
import type { StoreOwner } from "../../access/actor.ts";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import type { MyStore } from "./my-stores.server.ts";

/** The selected store of a dashboard page, set by shells/store.tsx. Null for an owner without stores. */
export const storeContext = createContext<MyStore | null>(null);

/** Returns the selected store. Throws a 404 for an owner without stores. */
export function requireStore(context: Readonly<RouterContextProvider>): MyStore {
  const store = context.get(storeContext);
  if (!store) throw data("No Partner Account Found", { status: 404 });
  return store;
}

/** Returns the owner of the selected store. Throws a 404 for an owner without stores. */
export function storeOwnerOf(context: Readonly<RouterContextProvider>): StoreOwner {
  requireStore(context);
  return context.get(storeOwnerContext);
}

/** Returns the first arguments of the functions that read a store's data. Null for an owner without stores. */
export function readerOf(context: Readonly<RouterContextProvider>) {
  const store = context.get(storeContext);
  return store && { store, owner: context.get(storeOwnerContext), db: context.get(servicesContext).db };
}
