/**
 * The search of a list, from its address. Without a letter or digit it is ignored: no index covers punctuation, so the
 * whole table would be read.
 */
export function readSearch(params: URLSearchParams): string {
  const text = (params.get("q") ?? "")
    .replaceAll("\0", "")
    .toWellFormed()
    .trim()
    .slice(0, 100)
    .toWellFormed();
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
}

/** Whether the trigram index can help: it needs three letters or digits in a row. */
export function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}

/** The current address with other parameters: the filters of a list and the open dialog are in the URL. */
export function withParams(search: URLSearchParams | string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : "?";
}

/** Links to the previous and next page of a list: the same address with another cursor. */
export function pageLinks(
  search: URLSearchParams | string,
  { newer, older }: { newer: string | null; older: string | null },
): { newerHref?: string; olderHref?: string } {
  return {
    ...(newer && { newerHref: withParams(search, { older: null, newer }) }),
    ...(older && { olderHref: withParams(search, { newer: null, older }) }),
  };
}
