/** Back office: all businesses. A super admin opens a business here. */
import type { Route } from "./+types/admin-businesses.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { BUSINESS_STATE_LABELS, BUSINESS_STATES } from "../../domain/business.ts";
import { formatAdminDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { NEWEST_FIRST } from "../../platform/http/keyset.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { ButtonLink, SendButton } from "../../ui/button.tsx";
import { EmailField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BUSINESS_LABELS, BusinessFields } from "./business-form-view.tsx";
import { BusinessStateBadge } from "./business-state.tsx";
import { BUSINESSES_BUTTONS } from "./forms.server.ts";
import { NOT_DONE } from "./messages.ts";
import { countAsked, listBusinesses, type ListedBusiness } from "./read-business.server.ts";

const HERE = "/admin/businesses";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Businesses");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { params, search, page } = readListParams(request);
  const state = BUSINESS_STATES.find((known) => known === params.get("state")) ?? null;
  const [found, asked] = await Promise.all([listBusinesses(db, { search, state, ...page }), countAsked(db)]);
  return { ...found, search, state, asked, key: newIdempotencyKey() };
}

export const action = staffAction({ buttons: BUSINESSES_BUTTONS, to: () => HERE, failed: NOT_DONE });

export const clientAction = formClientAction<typeof action>(NOT_DONE);

const COLUMNS: readonly Column<ListedBusiness>[] = [
  {
    key: "name",
    header: "Business",
    primary: true,
    long: true,
    cell: ({ id, name }) => <TextLink to={`${HERE}/${id}`}>{name}</TextLink>,
  },
  { key: "state", header: "State", narrow: "end", cell: ({ state }) => <BusinessStateBadge state={state} /> },
  { key: "used", header: "Used", align: "right", cell: ({ usedKobo }) => formatNaira(usedKobo) },
  { key: "limit", header: "Limit", align: "right", cell: ({ limitKobo }) => formatNaira(limitKobo) },
  { key: "since", header: "Since", cell: ({ createdAt }) => formatAdminDate(createdAt) },
];

export default function BusinessesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, search, state, asked, key } = loaderData;
  const form = formProps(actionData, key);
  const query = (more: string | null) =>
    new URLSearchParams({ ...(search && { q: search }), ...(more && { state: more }) });
  return (
    <>
      <PageHead
        title="Businesses"
        text="They book on account and pay by invoice."
        actions={
          <ButtonLink variant="secondary" to={`${HERE}/ageing`}>
            Who owes us
          </ButtonLink>
        }
      />
      <div className="mt-4">
        <Tabs
          label="State"
          tabs={[null, ...BUSINESS_STATES].map((one) => ({
            href: `${HERE}?${query(one)}`,
            label: one ? BUSINESS_STATE_LABELS[one] : "All",
            current: one === state,
            ...(one === "asked" && asked > 0 && { count: String(asked), urgent: true }),
          }))}
        />
      </div>
      <SearchedList
        search={{ label: "Search businesses", placeholder: "Name, RC number, email", defaultValue: search }}
        pager={pageLinks(query(state), { previous, next }, NEWEST_FIRST)}
      >
        <DataTable
          caption="Businesses, newest first"
          rows={rows}
          rowKey="id"
          columns={COLUMNS}
          compact
          empty={
            <EmptyState
              title="No businesses found."
              action={(search || state) && <TextLink to={HERE}>Show all businesses</TextLink>}
            />
          }
        />
      </SearchedList>
      <Open {...form} />
    </>
  );
}

function Open(props: FormParts) {
  const { formKey, errors } = props;
  const field = fieldsOf(props);
  return (
    <section aria-labelledby="open" className="mt-10 max-w-2xl">
      <h2 id="open" className="mb-3 font-display text-xl font-bold">
        Open a business
      </h2>
      <StaffForm name="Open a business" needs="manageBusinesses" formKey={formKey}>
        <FormErrors errors={errors} title="Nothing was saved" labels={BUSINESS_LABELS} />
        <BusinessFields field={field} />
        <EmailField
          label="Email of its owner"
          hint="They get an invitation"
          autoComplete="off"
          {...field("owner")}
        />
        <div>
          <SendButton intent="open" busyLabel="Saving...">
            Open business
          </SendButton>
        </div>
      </StaffForm>
    </section>
  );
}
