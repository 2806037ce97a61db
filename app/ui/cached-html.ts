/** Parts of pages whose HTML the server caches and reuses in many responses. */
import { createContext, type ReactElement } from "react";

/** A part of a page. The key must have everything on which the element depends. */
export type CachedPart = { key: string; render: () => ReactElement };

/**
 * Set only while the server renders. The function takes consecutive parts and returns a placeholder. Their
 * HTML replaces the placeholder in the complete page. The browser renders and hydrates the elements
 * themselves.
 */
export const CachedHtml = createContext<((parts: CachedPart[]) => string) | null>(null);
