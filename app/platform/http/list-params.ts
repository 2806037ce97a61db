import { parsePageParams } from "./keyset.ts";
import { readSearch } from "./search.ts";

/** A searched list's URL: the search and the page, newest first. */
export function readListParams(request: Request) {
  const params = new URL(request.url).searchParams;
  return { params, search: readSearch(params), page: parsePageParams(params) };
}
