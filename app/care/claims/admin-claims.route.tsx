/** Back office: claims. Tab, search and page are in the URL. */
import type { Route } from "./+types/admin-claims.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { CLAIM_STATE_LABELS, CLAIM_STATES } from "../../domain/claims.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { MOST_FIRST, NEWEST_FIRST, parsePageParams, readCursor } from "../../platform/http/keyset.ts";
import { countText } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { readSearch } from "../../platform/http/search.ts";
import type { LiveHandle, RoleHandle } from "../../platform/live/live-topics.ts";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useExceptionKeys } from "../exceptions/use-exception-keys.ts";
import { ClaimList } from "./claim-list.tsx";
import { CLAIMS_BUTTONS } from "./forms.server.ts";
import { countClaims, listClaims } from "./list-claims.server.ts";
import { NOT_DONE } from "./messages.ts";

const HERE = "/admin/claims";

export const handle: LiveHandle & RoleHandle = { live: () => ["claims"], sameForRole: true };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Claims");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const params = new URL(request.url).searchParams;
  const state = CLAIM_STATES.find((known) => known === params.get("tab")) ?? "open";
  const search = readSearch(params);
  const page =
    state === "closed"
      ? parsePageParams(params)
      : parsePageParams(params, (text) => readCursor(text), MOST_FIRST);
  const [found, counts] = await Promise.all([listClaims(db, { state, search }, page), countClaims(db)]);
  return {
    ...found,
    ...{ state, search, counts },
    now: services.now(),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: CLAIMS_BUTTONS,
  to: (_, { request }) => HERE + new URL(request.url).search,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

export default function ClaimsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, state, search, counts, now, key } = loaderData;
  useExceptionKeys();
  const { errors, formKey } = formProps(actionData, key);
  const own: Record<string, string> = {
    ...(state !== "open" && { tab: state }),
    ...(search && { q: search }),
  };
  const closed = state === "closed";
  return (
    <>
      <PageHead
        title="Claims"
        text="Loss, damage, not received and complaints: each is decided within 30 days."
      />
      <div className="mt-4 grid gap-4">
        <Tabs
          label="Claims by state"
          tabs={CLAIM_STATES.map((name) => ({
            href: name === "open" ? HERE : `?tab=${name}`,
            label: CLAIM_STATE_LABELS[name],
            current: state === name,
            count: countText(counts[name]),
            urgent: name === "open" && counts.open > 0,
          }))}
        />
        <SearchBox
          label="Search by code"
          placeholder="OD48210973NG"
          defaultValue={search}
          keep={closed || state !== "open" ? { tab: state } : {}}
        />
      </div>
      <div className="mt-4 empty:hidden">
        <FormErrors errors={errors} title="Nothing was done" />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          className="mt-6"
          title={search ? "No claims found." : `Nothing here: ${CLAIM_STATE_LABELS[state].toLowerCase()}`}
          action={search && <TextLink to={closed ? `${HERE}?tab=closed` : HERE}>Show all</TextLink>}
        />
      ) : (
        <ClaimList {...{ rows, formKey, closed }} loadedAt={now} />
      )}
      <Pager
        {...pageLinks(new URLSearchParams(own), { previous, next }, closed ? NEWEST_FIRST : MOST_FIRST)}
        {...(!closed && { words: { previous: "Due earlier", next: "Due later" } })}
      />
    </>
  );
}
