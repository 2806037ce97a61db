/** EXC-2: the filter of the list of exceptions, as the list's URL contains it. */
import { EXCEPTION_KINDS, type ExceptionKind } from "../../domain/exception-kinds.ts";
import { readSearch } from "../../platform/http/search.ts";
import { uuidParam } from "../../platform/http/uuid.ts";

export type ExceptionFilter = {
  closed: boolean;
  /** The id of the team member whose exceptions are listed. Null means any owner. */
  owner: string | null;
  kind: ExceptionKind | null;
  hub: string | null;
  search: string;
};

/** Reads the filter from a URL. Ignores invalid values, so that a link with a missing end still works. */
export function parseFilter(params: URLSearchParams): ExceptionFilter {
  return {
    closed: params.get("tab") === "closed",
    owner: uuidParam(params.get("owner")),
    kind: EXCEPTION_KINDS.find((known) => known === params.get("kind")) ?? null,
    hub: uuidParam(params.get("hub")),
    search: readSearch(params),
  };
}

/** Writes the filter as URL parameters, without its empty values. */
export const exceptionFilterParams = ({
  closed,
  owner,
  kind,
  hub,
  search,
}: ExceptionFilter): Record<string, string> => ({
  ...(closed && { tab: "closed" }),
  ...(owner && { owner }),
  ...(kind && { kind }),
  ...(hub && { hub }),
  ...(search && { q: search }),
});
