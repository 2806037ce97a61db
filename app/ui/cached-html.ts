/** Parts of pages whose HTML the server caches and reuses in many responses. */
import { createContext, createElement, Fragment, use, type HTMLAttributes, type ReactElement } from "react";

/**
 * A part of a page whose HTML is cached. `key` must contain everything on which the element depends. The element is
 * rendered outside the page, so it may use no React context, except the router's location, which is set to `at`.
 */
export type CachedPart = { key: string; at?: string; render: () => ReactElement };

/**
 * On the server, this context has a function that takes consecutive parts and returns a placeholder. When the page is
 * complete, the HTML of the parts replaces the placeholder. In the browser the context is null: the browser renders and
 * hydrates the elements itself.
 */
export const CachedHtml = createContext<((parts: CachedPart[]) => string) | null>(null);

type Part = {
  /** Identifies the part among its siblings in the browser. */
  id: string;
  /** The key of the cached HTML. It is computed on the server only. */
  key: () => string;
  at?: string;
  render: () => ReactElement;
};
type Props = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as: "tbody" | "ul" | "ol" | "div" | "svg" | "header" | "footer";
  viewBox?: string;
  parts: readonly Part[];
};

/** Draws an element whose children the server takes from its cache. */
export function CachedChildren({ as, parts, ...rest }: Props) {
  const htmlOf = use(CachedHtml);
  if (htmlOf) {
    const __html = htmlOf(parts.map(({ key, ...part }) => ({ ...part, key: key() })));
    return createElement(as, { ...rest, dangerouslySetInnerHTML: { __html } });
  }
  return createElement(
    as,
    rest,
    parts.map(({ id, render }) => createElement(Fragment, { key: id }, render())),
  );
}

type Shown = string | number | boolean | Date | null | undefined | readonly string[];

/**
 * Returns a key that contains everything that a part shows. The values are separated by '\0', which no text from
 * PostgreSQL can contain.
 */
export function keyOfPart(kind: string, ...shown: Readonly<Record<string, Shown>>[]): string {
  let key = kind;
  for (const values of shown)
    for (const value of Object.values(values))
      key += `\0${String(value instanceof Date ? value.getTime() : value)}`;
  return key;
}
