/** Parts of pages that the server renders once for all answers in which they look alike. */
import { createContext, type ReactElement } from "react";

/** `key` says all that its element is made of. */
export type CachedPart = { key: string; render: () => ReactElement };

/**
 * Set while the server renders: takes parts that follow each other and returns the HTML to put in their place. The browser
 * renders the same elements there and hydrates them.
 */
export const CachedHtml = createContext<((parts: CachedPart[]) => string) | null>(null);
