import { NEWEST_FIRST } from "./keyset.ts";

/** The current URL with changed parameters (list filters and the open dialog); null removes a parameter. */
export function withParams(search: URLSearchParams | string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : "?";
}

/** A pager's links: the current URL with another page's cursor. */
export function pageLinks(
  search: URLSearchParams | string,
  { previous, next }: { previous: string | null; next: string | null },
  names = NEWEST_FIRST,
): { previousHref?: string; nextHref?: string } {
  return {
    ...(previous && { previousHref: withParams(search, { [names.next]: null, [names.previous]: previous }) }),
    ...(next && { nextHref: withParams(search, { [names.previous]: null, [names.next]: next }) }),
  };
}
