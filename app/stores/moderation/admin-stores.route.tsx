/** Back office: all partner stores. Search, state and page are in the URL. */
import type { Route } from "./+types/admin-stores.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { formatAdminDate } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { NEWEST_FIRST } from "../../platform/http/keyset.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { SendButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { STORES_BUTTONS } from "./forms.server.ts";
import { listAllStores, readLooksAtNewStores, type ListedStore } from "./list-stores.server.ts";
import { NOT_DONE } from "./messages.ts";
import { StoreStateBadge } from "./store-state.tsx";
import { NEW_STORES, STORE_STATES } from "./visibility-forms.ts";

const HERE = "/admin/stores";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Stores");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { params, search, page } = readListParams(request);
  const state = STORE_STATES.find((known) => known === params.get("state")) ?? null;
  const [found, looks] = await Promise.all([
    listAllStores(db, { search, state, ...page }),
    readLooksAtNewStores(db),
  ]);
  return { ...found, search, state, looks, key: newIdempotencyKey() };
}

export const action = staffAction({ buttons: STORES_BUTTONS, to: () => HERE, failed: NOT_DONE });

export const clientAction = formClientAction<typeof action>(NOT_DONE);

const COLUMNS: readonly Column<ListedStore>[] = [
  {
    key: "store",
    header: "Store",
    primary: true,
    long: true,
    cell: ({ id, businessName }) => <TextLink to={`${HERE}/${id}`}>{businessName}</TextLink>,
  },
  {
    key: "state",
    header: "State",
    narrow: "end",
    cell: (store) => <StoreStateBadge {...store} />,
  },
  {
    key: "owner",
    header: "Owner",
    narrow: "bare",
    long: true,
    none: "Nobody",
    cell: ({ owner }) => owner && <Breakable text={owner} />,
  },
  {
    key: "products",
    header: "Products",
    align: "right",
    cell: ({ activeProducts }) => numberText(activeProducts),
  },
  { key: "orders", header: "Orders", align: "right", cell: ({ orders }) => numberText(orders) },
  { key: "since", header: "Since", cell: ({ createdAt }) => formatAdminDate(createdAt) },
];

const TABS = [
  { state: null, label: "All" },
  { state: "waiting", label: "To look at" },
  { state: "hidden", label: "Hidden" },
  { state: "shown", label: "Shown" },
] as const;

const WHEN_SHOWN = "When do they appear?";

export default function StoresPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, search, state, looks, key } = loaderData;
  const query = (more: string | null) =>
    new URLSearchParams({ ...(search && { q: search }), ...(more && { state: more }) });
  return (
    <>
      <PageHead title="Stores" text="Every partner store, as its owner and its customers see it." />
      <div className="mt-4">
        <Tabs
          label="State"
          tabs={TABS.map((tab) => ({
            href: `${HERE}?${query(tab.state)}`,
            label: tab.label,
            current: tab.state === state,
          }))}
        />
      </div>
      <SearchedList
        search={{ label: "Search stores", placeholder: "Search stores...", defaultValue: search }}
        pager={pageLinks(query(state), { previous, next }, NEWEST_FIRST)}
      >
        <DataTable
          caption="Stores, newest first"
          rows={rows}
          rowKey="id"
          columns={COLUMNS}
          compact
          empty={
            <EmptyState
              title="No stores found."
              action={(search || state) && <TextLink to={HERE}>Show all stores</TextLink>}
            />
          }
        />
      </SearchedList>
      <NewStores {...formProps(actionData, key)} looks={looks} />
    </>
  );
}

function NewStores({ looks, formKey, errors }: FormParts & { looks: boolean }) {
  return (
    <section aria-labelledby="new-stores" className="mt-10 max-w-md">
      <h2 id="new-stores" className="mb-3 font-display text-xl font-bold">
        New stores
      </h2>
      <FormErrors errors={errors} title="Nothing was saved" labels={{ newStores: WHEN_SHOWN }} />
      <StaffForm name="New stores" needs="manageCompany" formKey={formKey}>
        <SelectField
          label={WHEN_SHOWN}
          name="newStores"
          defaultValue={looks ? "after_look" : "at_once"}
          options={Object.entries(NEW_STORES).map(([value, label]) => ({ value, label }))}
        />
        <SendButton intent="new-stores" variant="secondary">
          Save
        </SendButton>
      </StaffForm>
    </section>
  );
}
