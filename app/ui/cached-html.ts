/** Parts of pages that the server renders once and reuses in every response. */
import { createContext, type ReactElement } from "react";

/** A part of a page. Everything that the element depends on must be in the key. */
export type CachedPart = { key: string; render: () => ReactElement };

/**
 * Set only while the server renders: takes consecutive parts, and returns a text that stands for their HTML until the
 * page is complete. The browser renders these elements in that place and hydrates them.
 */
export const CachedHtml = createContext<((parts: CachedPart[]) => string) | null>(null);
