import { parsePageParams } from "./keyset.ts";
import { readSearch } from "./search.ts";

/** Reads the search and the page from a list's URL. The list is sorted newest first. */
export function readListParams(request: Request) {
  const params = new URL(request.url).searchParams;
  return { params, search: readSearch(params), page: parsePageParams(params) };
}
