/** Back office: exceptions. The tab, the filter, the page and the shown exception are in the URL. */
import { data, useNavigation, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/admin-exceptions.route";
import { listTeam } from "../../access/colleagues.server.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { MOST_FIRST, NEWEST_FIRST, parsePageParams, readCursor } from "../../platform/http/keyset.ts";
import { countText, numberText } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle, RoleHandle } from "../../platform/live/live-topics.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { lessOf } from "../../domain/less-agreed.ts";
import { askSender } from "./ask-sender.ts";
import { ClosedList } from "./closed-list.tsx";
import { ExceptionDialog } from "./exception-dialog.tsx";
import { ExceptionFilters } from "./exception-filters.tsx";
import { exceptionFilterParams, parseFilter } from "./exception-filter.ts";
import { ExceptionList, NothingFound } from "./exception-list.tsx";
import { EXCEPTION_BUTTONS } from "./forms.server.ts";
import { countClosed, countOpen, listExceptions } from "./list-exceptions.server.ts";
import { NOT_DONE } from "./messages.ts";
import { readException, type ExceptionDetails } from "./read-exception.server.ts";
import { useExceptionKeys } from "./use-exception-keys.ts";

const HERE = "/admin/exceptions";

export const handle: LiveHandle & RoleHandle = { live: () => ["exceptions"], sameForRole: true };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Exceptions");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const now = services.now();
  const params = new URL(request.url).searchParams;
  const filter = parseFilter(params);
  const view = params.get("view");
  const page = filter.closed
    ? parsePageParams(params)
    : parsePageParams(params, (text) => readCursor(text), MOST_FIRST);
  const [found, counts, closed, hubs, team, one] = await Promise.all([
    listExceptions(db, filter, page, now),
    countOpen(db, now),
    filter.closed ? countClosed(db, now) : null,
    activeHubs(services),
    listTeam(db, "closeExceptions"),
    uuidParam(view) ? readException(db, view!) : null,
  ]);
  if (view && !one) throw data("This exception was removed or the link is wrong.", { status: 404 });
  return {
    ...found,
    values: exceptionFilterParams(filter),
    ...counts,
    closed,
    hubs: hubs.map(({ id, name }) => ({ id, name })),
    team,
    one,
    askTo: one && questionTo(one, (await services.company()).name),
    closing: params.has("close"),
    now,
    key: newIdempotencyKey(),
  };
}

function questionTo({ people, code, kind, details }: ExceptionDetails, company: string): string | null {
  if (!people?.senderE164 || !code) return null;
  const { attempts } = details ?? {};
  return askSender(people.senderE164, {
    company,
    code,
    kind,
    receiverName: people.receiverName,
    place: people.receiverTown ?? people.receiverState,
    attempts: typeof attempts === "number" ? attempts : null,
    less: lessOf(details),
  });
}

export const action = staffAction({
  buttons: EXCEPTION_BUTTONS,
  to: (_, { request }) => HERE + new URL(request.url).search,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

/** Reloads the page after a conflict, so that the person sees what another person changed. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function ExceptionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, values, hubs, team, one, now, key, closing } = loaderData;
  const { open, overdue, closed } = loaderData;
  useExceptionKeys();
  const form = { ...formProps(actionData, key), busy: useNavigation().state === "submitting" };
  const keep = new URLSearchParams(values);
  const { q = "", ...filters } = values;
  const isClosed = values["tab"] === "closed";
  const address = addressWith(values);
  const viewTo = (id: string) => address({ view: id });
  const narrowed = ["q", "kind", "hub", "owner"].some((name) => name in values);
  const empty = (
    <NothingFound closed={isClosed} narrowed={narrowed} all={isClosed ? `${HERE}?tab=closed` : HERE} />
  );
  return (
    <>
      <PageHead title="Exceptions" text={summary(open, overdue)} />
      <div className="mt-4 grid gap-4">
        <StateTabs {...{ values, address, open, overdue, closed }} />
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-[min(14rem,100%)] grow basis-56">
            <SearchBox
              label="Search by code or run"
              placeholder="OD48210973NG"
              defaultValue={q}
              keep={filters}
            />
          </div>
          <ExceptionFilters values={values} hubs={hubs} />
        </div>
      </div>
      {values["owner"] && (
        <p className="mt-3 text-muted">
          Owner: {team.find(({ id }) => id === values["owner"])?.name ?? "somebody who left"}.{" "}
        </p>
      )}
      {!one && form.errors["form"] && (
        <p role="alert" className="mt-4 border-l-8 border-stop bg-card px-4 py-3">
          {form.errors["form"]}
        </p>
      )}
      {isClosed ? (
        <div className="mt-6">
          <ClosedList rows={rows} viewTo={viewTo} empty={empty} />
        </div>
      ) : (
        <ExceptionList {...{ rows, viewTo, empty }} loadedAt={now} formKey={key} />
      )}
      <Pager
        {...pageLinks(keep, { previous, next }, isClosed ? NEWEST_FIRST : MOST_FIRST)}
        {...(!isClosed && { words: { previous: "Due earlier", next: "Due later" } })}
      />
      {one && (
        <ExceptionDialog
          key={one.id}
          {...form}
          {...{ one, hubs, team, closing }}
          askTo={loaderData.askTo}
          loadedAt={now}
          closeTo={address()}
          place={rows.findIndex(({ id }) => id === one.id)}
        />
      )}
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];
type Address = (changes?: Record<string, string | null>, path?: string) => string;

const addressWith =
  (values: Loaded["values"]): Address =>
  (changes = {}, path = HERE) => {
    const params = Object.entries({ ...values, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    return params.length > 0 ? `${path}?${new URLSearchParams(params)}` : path;
  };

type TabsProps = Pick<Loaded, "values" | "open" | "overdue" | "closed"> & { address: Address };

function StateTabs({ values, address, open, overdue, closed }: TabsProps) {
  const isClosed = values["tab"] === "closed";
  return (
    <Tabs
      label="Exceptions by state"
      tabs={[
        {
          href: address({ tab: null, owner: null }),
          label: "Open",
          current: !isClosed && !values["owner"],
          count: countText(open),
          urgent: overdue > 0,
        },
        {
          href: address({ tab: null, owner: null }, `${HERE}/mine`),
          label: "Mine",
          current: !isClosed && "owner" in values,
        },
        {
          href: address({ tab: "closed", owner: null }),
          label: "Closed",
          current: isClosed,
          ...(closed !== null && { count: countText(closed) }),
        },
      ]}
    />
  );
}

function summary(open: number, overdue: number): string {
  if (open === 0) return "What went otherwise than planned, and needs a decision.";
  return overdue > 0
    ? `${numberText(overdue)} overdue. Begin with the first.`
    : "Nothing is overdue. Begin with the first.";
}
