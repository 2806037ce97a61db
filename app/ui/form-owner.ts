import { createContext } from "react";

/** KEEP-2: the id of the person whose page this is; null for a visitor. root.tsx provides it, and each form sends it. */
export const FormOwner = createContext<string | null>(null);
