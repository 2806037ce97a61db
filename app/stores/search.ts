/** What people search for, as they typed it. Pure. */

export function readSearch(params: URLSearchParams): string {
  return (params.get("q") ?? "").replaceAll("\0", "").toWellFormed().trim().slice(0, 100);
}

/** A LIKE pattern that finds the text anywhere, ignoring case; what is special to LIKE is taken literally. */
export function likePattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
}
