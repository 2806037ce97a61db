import { NEWEST_FIRST } from "./keyset.ts";

/** Returns the current URL with changed parameters (list filters and the open dialog). Null removes a parameter. */
export function withParams(search: URLSearchParams | string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : "?";
}

/** Returns the links to the previous and the next page: the current URL with the cursor of that page. */
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
