import { parsePageParams } from "./keyset.ts";
import { readSearch } from "./search.ts";

/** What a searched list reads from its address: the search, and which page of the list, newest first. */
export function readListParams(request: Request) {
  const params = new URL(request.url).searchParams;
  return { params, search: readSearch(params), page: parsePageParams(params) };
}
