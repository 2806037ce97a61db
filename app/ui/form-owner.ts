import { createContext } from "react";

/**
 * The signed-in person of the page. `id`: KEEP-2, each form sends it. `draftKey`: KEEP-4, the key that seals
 * drafts in this browser; empty in a page that the service worker keeps. `staff`: drafts of named forms are
 * sealed too.
 */
export type PageOwner = { id: string; draftKey: string; staff: boolean };

/** The signed-in person; null for a visitor. root.tsx provides the value. */
export const FormOwner = createContext<PageOwner | null>(null);
