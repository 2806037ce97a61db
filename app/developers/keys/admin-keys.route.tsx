/** API-11: the back-office page of API keys and webhook endpoints. Search and page are in the URL. */
import type { Route } from "./+types/admin-keys.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { KEY_ACCESS_NAMES, KEY_MODE_NAMES } from "../../domain/api-keys.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { NEWEST_FIRST } from "../../platform/http/keyset.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { SendButton } from "../../ui/button.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import {
  listAllEndpoints,
  listAllKeys,
  refreshSandbox,
  revokeAnyKey,
  type StaffEndpoint,
  type StaffKey,
} from "./staff-keys.server.ts";

const HERE = "/admin/developers";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "API keys");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, sandbox } = context.get(servicesContext);
  const { search, page } = readListParams(request);
  return {
    ...(await listAllKeys(db, search, page)),
    endpoints: await listAllEndpoints(db),
    search,
    key: newIdempotencyKey(),
    hasSandbox: sandbox !== null,
  };
}

export const action = staffAction({
  buttons: {
    revoke: { operation: revokeAnyKey, done: "Key revoked" },
    refresh: { operation: refreshSandbox, done: "The sandbox has today's prices, hubs and company" },
  },
  to: (_, { request }) => HERE + new URL(request.url).search,
});

export const clientAction = formClientAction<typeof action>();

export default function KeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, search, key, endpoints, hasSandbox } = loaderData;
  const { errors } = formProps(actionData, key);
  return (
    <>
      <PageHead
        title="API keys"
        text="Programs of shops and companies that book by the API, and where we tell them news."
      />
      <SearchedList
        search={{ label: "Search keys", placeholder: "Name, email, store or business", defaultValue: search }}
        pager={pageLinks(new URLSearchParams(search && { q: search }), { previous, next }, NEWEST_FIRST)}
      >
        <div className="mb-4 empty:hidden">
          <FormErrors errors={errors} title="Nothing was done" />
        </div>
        <DataTable
          caption="API keys"
          columns={keyColumns(key)}
          rows={rows}
          rowKey="id"
          empty={<EmptyState title={search ? "No keys found." : "No keys yet"} />}
        />
      </SearchedList>
      <section aria-labelledby="endpoints" className="mt-8">
        <h2 id="endpoints" className="mb-3 font-display text-xl font-bold">
          Webhook endpoints
        </h2>
        <DataTable
          caption="Webhook endpoints"
          columns={ENDPOINT_COLUMNS}
          rows={endpoints}
          rowKey="id"
          empty={<EmptyState title="No webhook endpoints yet" />}
        />
      </section>
      {hasSandbox && (
        <section aria-labelledby="sandbox" className="mt-8">
          <h2 id="sandbox" className="font-display text-xl font-bold">
            Sandbox
          </h2>
          <p className="mt-1 mb-3 max-w-prose">
            Test bookings use a copy of the company's prices, hubs and details. Copy them again after a
            change.
          </p>
          <StaffForm
            name="Copy now"
            needs="refreshSandbox"
            formKey={key}
            className="grid justify-items-start gap-3"
          >
            <SendButton intent="refresh" busyLabel="Copying...">
              Copy now
            </SendButton>
          </StaffForm>
        </section>
      )}
    </>
  );
}

const ownerOf = ({ owner, ownerName }: { owner: string; ownerName: string | null }): string =>
  ownerName ? `${owner}, for ${ownerName}` : owner;

const keyColumns = (formKey: string): Column<StaffKey>[] => [
  {
    key: "name",
    header: "Key",
    primary: true,
    long: true,
    cell: ({ name, hint }) => (
      <>
        {name} <span className="block text-sm text-muted wrap-anywhere">{hint}</span>
      </>
    ),
  },
  {
    key: "owner",
    header: "Owner",
    long: true,
    cell: (row) => ownerOf(row),
  },
  {
    key: "may",
    header: "May",
    cell: ({ mode, access }) => `${KEY_MODE_NAMES[mode]}, ${KEY_ACCESS_NAMES[access].toLowerCase()}`,
  },
  {
    key: "used",
    header: "Last use",
    cell: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt ? `${formatAdminDateTime(lastUsedAt)}, from ${lastUsedFrom}` : "Never",
  },
  {
    key: "revoke",
    header: "Revoke",
    cell: ({ id, name }) => (
      <StaffForm name={`Revoke ${name}`} needs="revokeKeys" formKey={formKey}>
        <input type="hidden" name="id" value={id} />
        <SendButton intent="revoke" variant="danger" size="sm" aria-label={`Revoke ${name}`}>
          Revoke
        </SendButton>
      </StaffForm>
    ),
  },
];

const ENDPOINT_COLUMNS: Column<StaffEndpoint>[] = [
  { key: "url", header: "Address", primary: true, long: true, cell: ({ url }) => url },
  { key: "owner", header: "Owner", long: true, cell: ownerOf },
  {
    key: "state",
    header: "State",
    cell: ({ enabled, failingSince }) =>
      !enabled ? "Off" : failingSince ? `Failing since ${formatAdminDateTime(failingSince)}` : "On",
  },
];
