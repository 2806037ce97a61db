import { createContext } from "react";

/**
 * The signed-in person whose page this is. `id`: KEEP-2, each form sends it. `draftKey`: KEEP-4, the key with which drafts are
 * sealed in this browser; empty in a page that the service worker keeps. `staff`: also the drafts of named forms are sealed.
 */
export type Owner = { id: string; draftKey: string; staff: boolean };

/** The signed-in person; null for a visitor. root.tsx provides it. */
export const FormOwner = createContext<Owner | null>(null);
