/**
 * The HTML of elements that are equal on many pages, cached in this process. An element's key covers everything that
 * the element depends on, so cached HTML is never outdated (docs/decisions/0003-page-rendering.md).
 */
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { CachedPart } from "../../ui/cached-html.ts";

/** The limit of the cache, which is enough for about 8,000 rows of a list. */
const MOST_BYTES = 12 * 1024 * 1024;
/** The size of an entry: the HTML, two bytes for each character of its key, and the entry itself. */
const sizeOf = (html: Buffer, key: string) => 256 + 2 * key.length + html.length;
/** The start of a placeholder. No text of a page can contain it, because React escapes rendered text. */
const PLACE = "<!--cached ";
const PLACE_END = "-->";

/** Builds one page from its text and cached parts. */
export type PageParts = {
  /** Renders parts, or takes them from the cache. Returns their placeholder in the page's text. */
  put(parts: CachedPart[]): string;
  /** The bytes of the page: its text with the parts in place of the placeholders. */
  fill(text: string): Buffer<ArrayBuffer>;
};

export function cachedHtml(mostBytes = MOST_BYTES): () => PageParts {
  const cached = new LRUCache<string, Buffer>({ maxSize: mostBytes, sizeCalculation: sizeOf });
  const htmlOf = ({ key, render }: CachedPart): Buffer => {
    let html = cached.get(key);
    if (!html) {
      const text = renderToString(render());
      // The copy has memory of its own. A slice of Node's shared pool would keep the whole pool in memory.
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
      fill(text) {
        const pieces: Buffer[] = [];
        let at = 0;
        for (;;) {
          const place = text.indexOf(PLACE, at);
          if (place === -1) break;
          const end = text.indexOf(PLACE_END, place);
          const parts = put[Number(text.slice(place + PLACE.length, end))] ?? [];
          pieces.push(Buffer.from(text.slice(at, place)), ...parts);
          at = end + PLACE_END.length;
        }
        return Buffer.concat([...pieces, Buffer.from(text.slice(at))]);
      },
    };
  };
}
