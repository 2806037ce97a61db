import { parsePageParams } from "./keyset.ts";
import { readSearch } from "./search.ts";

/** The search and the page in a list's URL. The list is newest first. */
export function readListParams(request: Request) {
  const params = new URL(request.url).searchParams;
  return { params, search: readSearch(params), page: parsePageParams(params) };
}
