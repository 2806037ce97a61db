import { createContext } from "react-router";
import type { MyStore } from "./my-stores.server.ts";

/** The store of the signed-in owner that a dashboard page is about; null for an owner of none. Set by the store shell. */
export const storeContext = createContext<MyStore | null>(null);
