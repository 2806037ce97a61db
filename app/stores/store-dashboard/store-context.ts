import { createContext, data, type RouterContextProvider } from "react-router";
import type { StoreOwner } from "../../access/actor.ts";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import type { MyStore } from "./my-stores.server.ts";

/** The store of the signed-in owner that a dashboard page is about; null for an owner of none. Set by the store shell. */
export const storeContext = createContext<MyStore | null>(null);

/** That store; 404 for an owner of none. */
export function requireStore(context: Readonly<RouterContextProvider>): MyStore {
  const store = context.get(storeContext);
  if (!store) throw data("No Partner Account Found", { status: 404 });
  return store;
}

/** Who acts on a page of the dashboard; 404 for an owner of none. */
export function ownerOf(context: Readonly<RouterContextProvider>): StoreOwner {
  requireStore(context);
  return context.get(storeOwnerContext);
}

/** What a loader of the dashboard reads with; null for an owner of none. */
export function readerOf(context: Readonly<RouterContextProvider>) {
  const store = context.get(storeContext);
  return store && { store, owner: context.get(storeOwnerContext), db: context.get(servicesContext).db };
}
