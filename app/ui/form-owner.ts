import { createContext } from "react";

/**
 * The signed-in person of the page. `id`: every form sends it (KEEP-2). `draftKey`: the key that seals drafts in this
 * browser (KEEP-4); empty in a page from the service worker's cache. `staff`: if true, drafts of named forms are
 * sealed too.
 */
export type PageOwner = { id: string; draftKey: string; staff: boolean };

/** The signed-in person. Null for a visitor. root.tsx provides the value. */
export const FormOwner = createContext<PageOwner | null>(null);
