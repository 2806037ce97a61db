/** Parts of pages whose HTML the server caches and reuses in many responses. */
import { createContext, type ReactElement } from "react";

/** A part of a page. Everything that the element depends on must be in the key. */
export type CachedPart = { key: string; render: () => ReactElement };

/**
 * Set only while the server renders. The function takes parts that follow each other, and returns a placeholder, which
 * their HTML replaces when the page is complete. The browser renders the elements themselves in that place and hydrates
 * them.
 */
export const CachedHtml = createContext<((parts: CachedPart[]) => string) | null>(null);
