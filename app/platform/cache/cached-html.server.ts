/**
 * A cache for the HTML of elements that many pages contain. The cache key contains all data that the element shows,
 * so cached HTML is never outdated (docs/decisions/0003-page-rendering.md).
 */
import { LRUCache } from "lru-cache";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { CachedPart } from "../../ui/cached-html.ts";

/** The size of the cache in bytes. It is enough for about 8,000 rows of a list. */
const MOST_BYTES = 12 * 1024 * 1024;
/** Returns the size of a cache entry: the HTML, two bytes for each character of the key, and 256 bytes of overhead. */
const sizeOf = (html: Buffer, key: string) => 256 + 2 * key.length + html.length;
/** The start of a placeholder. React escapes rendered text, so no text of a page contains this string. */
const PLACE = "<!--cached ";
const PLACE_END = "-->";

/**
 * Removes the links by which React preloads the pictures of an element. React writes them directly before the element
 * if it renders the element alone. In a complete page the links are elsewhere. The browser's React would not expect
 * them here, and would render the whole page again.
 */
const withoutPreloads = (html: string): string => html.replace(/^(?:<link rel="preload"[^>]*>)+/, "");

export type PageParts = {
  /** Gets the HTML of the parts from the cache, or renders the parts. Returns a placeholder for that HTML. */
  put(parts: CachedPart[]): string;
  /** Returns the page's texts as bytes, with the HTML of the parts in place of the placeholders. */
  fill(texts: readonly string[]): Buffer<ArrayBuffer>;
};

export function cachedHtml(mostBytes = MOST_BYTES): () => PageParts {
  const cached = new LRUCache<string, Buffer>({ maxSize: mostBytes, sizeCalculation: sizeOf });
  const htmlOf = ({ key, at = "/", render }: CachedPart): Buffer => {
    let html = cached.get(key);
    if (!html) {
      const text = withoutPreloads(renderToString(createElement(StaticRouter, { location: at }, render())));
      // The HTML is written to a buffer that is not part of Node's shared pool. A slice of that pool would keep the
      // whole pool in memory.
      html = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
      html.write(text);
      cached.set(key, html);
    }
    return html;
  };
  return () => {
    const put: Buffer[][] = [];
    return {
      put: (parts) => `${PLACE}${put.push(parts.map(htmlOf)) - 1}${PLACE_END}`,
      fill: (texts) => Buffer.concat(texts.flatMap((text) => filled(text, put))),
    };
  };
}

/**
 * Returns the bytes of a text, with HTML in place of the placeholders. The number in a placeholder is the index of its
 * HTML in `put`.
 */
function filled(text: string, put: readonly Buffer[][]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const place = text.indexOf(PLACE, at);
    if (place === -1) return [...pieces, Buffer.from(text.slice(at))];
    const end = text.indexOf(PLACE_END, place);
    const parts = put[Number(text.slice(place + PLACE.length, end))] ?? [];
    pieces.push(Buffer.from(text.slice(at, place)), ...parts);
    at = end + PLACE_END.length;
  }
}
