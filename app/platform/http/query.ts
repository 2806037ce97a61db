/**
 * What is searched for, as it stands in the address of a list. Without a letter or digit it is no search: no index knows
 * punctuation, and the whole table would be read for it.
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

/** Whether the trigram index can help: three letters or digits stand in a row. */
export function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}

/** The address of this page with other parameters: what a list shows, and which dialog is open, stands in the URL. */
export function withParams(search: URLSearchParams | string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : "?";
}

/** The neighbours of a list's page, for its pager: the same address with another place in it. */
export function pageLinks(
  search: URLSearchParams | string,
  { newer, older }: { newer: string | null; older: string | null },
): { newerHref?: string; olderHref?: string } {
  return {
    ...(newer && { newerHref: withParams(search, { older: null, newer }) }),
    ...(older && { olderHref: withParams(search, { newer: null, older }) }),
  };
}
