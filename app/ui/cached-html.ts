/** Parts of pages that the server renders once and reuses in every response. */
import { createContext, type ReactElement } from "react";

/** `key` covers everything that its element depends on. */
export type CachedPart = { key: string; render: () => ReactElement };

/**
 * Set while the server renders: takes consecutive parts and returns the HTML to insert for them. The browser renders these
 * elements in that place and hydrates them.
 */
export const CachedHtml = createContext<((parts: CachedPart[]) => string) | null>(null);
