/** EXC-2: the filter of the list of exceptions, as in the list's URL. */
import { EXCEPTION_KINDS, type ExceptionKind } from "../../domain/exception-kinds.ts";
import { readSearch } from "../../platform/http/search.ts";
import { uuidParam } from "../../platform/http/uuid.ts";

export type ExceptionFilter = {
  closed: boolean;
  /** The member of the team who owns the exceptions. Null means any owner. */
  owner: string | null;
  kind: ExceptionKind | null;
  hub: string | null;
  search: string;
};

/** An invalid value is ignored, so that a link with a cut-off end still shows a list. */
export function parseFilter(params: URLSearchParams): ExceptionFilter {
  return {
    closed: params.get("tab") === "closed",
    owner: uuidParam(params.get("owner")),
    kind: EXCEPTION_KINDS.find((known) => known === params.get("kind")) ?? null,
    hub: uuidParam(params.get("hub")),
    search: readSearch(params),
  };
}

/** Empty values of the filter are left out. */
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
