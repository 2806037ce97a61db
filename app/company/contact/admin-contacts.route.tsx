/** Back office: contact messages. Tab, search, page and the open message are in the URL. */
import { data, Form } from "react-router";
import { Mail, MailOpen } from "lucide-react";
import type { Route } from "./+types/admin-contacts.route";
import { may } from "../../access/permissions.ts";
import { useMayNot } from "../../access/use-may.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { refusalsOf } from "../../notifications/refused-addresses.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formatAdminDate } from "../../domain/dates.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { withFormError } from "../../platform/http/network-error.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { INBOX_BUTTONS } from "./forms.server.ts";
import { countTab, countUnread, listContactMessages, readMessage, type InboxRow } from "./inbox.server.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { NOT_REPLIED, NOT_UPDATED } from "./messages.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { listCount, rowTotalOf } from "../../platform/http/list-count.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

const TABS = ["all", "unread", "read"] as const;
const TAB_LABELS = { all: "All Messages", unread: "Unread", read: "Read" };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Contact Messages");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const admin = context.get(adminContext);
  const { params, search, page } = readListParams(request);
  const tab = TABS.find((known) => known === params.get("tab")) ?? "all";
  const view = params.get("view");
  const messageId = uuidParam(view);
  const [found, all, unread, message] = await Promise.all([
    listContactMessages(db, { tab, search, ...page }),
    search ? null : countTab(db, tab),
    countUnread(db),
    messageId ? readMessage(db, messageId) : null,
  ]);
  if (view && !message) throw data("This message was removed or the link is wrong.", { status: 404 });
  return {
    ...found,
    total: rowTotalOf(found) ?? all,
    tab,
    search,
    unread,
    message,
    key: newIdempotencyKey(),
    refusals: await refusalsOf(db, [message?.email]),
    mayClaim: may(admin.role, "handleClaims") && (await activeHubs(services)).length > 0,
  };
}

export const action = staffAction({
  buttons: INBOX_BUTTONS,
  to: (_, { request }) => `/admin/contacts${new URL(request.url).search}`,
  failed: NOT_UPDATED,
});

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  request
    .clone()
    .formData()
    .then((form) =>
      withFormError(request, serverAction, form.get("intent") === "reply" ? NOT_REPLIED : NOT_UPDATED),
    );

export default function AdminContactsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, total, tab, search, unread, message, key } = loaderData;
  const refused = actionData && "errors" in actionData ? actionData : null;
  const keep = new URLSearchParams({ ...(tab !== "all" && { tab }), ...(search && { q: search }) });
  const address = (more: Record<string, string> = {}) => {
    const params = new URLSearchParams([...keep, ...Object.entries(more)]);
    return params.size ? `?${params}` : "/admin/contacts";
  };
  return (
    <>
      <PageHead title="Contact Messages" text="Manage customer inquiries and messages" />
      <div className="mt-4 grid gap-4">
        <Tabs
          label="Messages by state"
          tabs={TABS.map((name) => ({
            href: name === "all" ? "/admin/contacts" : `?tab=${name}`,
            label: TAB_LABELS[name],
            current: tab === name,
            count: name === "unread" && unread > 0 ? String(unread) : undefined,
            urgent: true,
          }))}
        />
        <SearchBox
          label="Search messages"
          placeholder="Search messages..."
          defaultValue={search}
          keep={tab === "all" ? {} : { tab }}
        />
      </div>
      {refused?.errors["form"] && (
        <p role="alert" className="mt-4 border-l-4 border-stop bg-card px-4 py-3">
          {refused.errors["form"]}
        </p>
      )}
      {message && (
        <MessageDialog
          key={message.id}
          message={message}
          closeTo={address()}
          formKey={refused?.key ?? key}
          errors={refused?.errors ?? {}}
          values={refused?.values ?? {}}
          mayClaim={loaderData.mayClaim}
          refusals={loaderData.refusals}
        />
      )}
      <div className="mt-6">
        <ListCount>{listCount(rows.length, total, "message", "messages")}</ListCount>
        <DataTable<InboxRow>
          caption="Contact messages, newest first"
          rows={rows}
          rowKey="id"
          rowClass={(row) => (row.isRead ? "" : "bg-danfo/15! font-semibold")}
          empty={
            <EmptyState
              title="No messages found."
              action={
                (search || tab !== "all") && <TextLink to="/admin/contacts">Show all messages</TextLink>
              }
            />
          }
          columns={columnsOf((id) => address({ view: id }))}
        />
      </div>
      <Pager {...pageLinks(keep, { previous, next })} />
    </>
  );
}

const columnsOf = (viewTo: (id: string) => string): Column<InboxRow>[] => [
  { key: "status", header: "Status", cell: (row) => <ReadMark row={row} /> },
  { key: "subject", header: "Subject", primary: true, cell: (row) => row.subject },
  { key: "from", header: "From", cell: (row) => <From row={row} /> },
  {
    key: "date",
    header: "Date",
    cell: (row) => <span className="@4xl:whitespace-nowrap">{formatAdminDate(row.createdAt)}</span>,
  },
  { key: "actions", header: "Actions", cell: (row) => <Actions row={row} viewTo={viewTo(row.id)} /> },
];

function ReadMark({ row }: { row: InboxRow }) {
  const Icon = row.isRead ? MailOpen : Mail;
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden className="size-4" />
      {row.repliedAt ? "Replied" : row.isRead ? "Read" : "Unread"}
    </span>
  );
}

function From({ row }: { row: InboxRow }) {
  return (
    <>
      <span className="block">{row.name}</span>
      <span className="block text-sm font-normal text-muted">
        <Breakable text={row.email} />
      </span>
    </>
  );
}

function Actions({ row, viewTo }: { row: InboxRow; viewTo: string }) {
  const mayNot = useMayNot("markContactRead");
  return (
    <div className="flex flex-wrap gap-2 @4xl:flex-nowrap @4xl:whitespace-nowrap">
      <ButtonLink size="sm" variant="secondary" to={viewTo}>
        View<span className="sr-only"> message of {row.name}</span>
      </ButtonLink>
      {!row.isRead && (
        <Form method="post" noValidate preventScrollReset>
          <FormOwnerField />
          <input type="hidden" name="id" value={row.id} />
          <input type="hidden" name="intent" value="read" />
          <Button
            size="sm"
            variant="quiet"
            type="submit"
            disabled={mayNot !== null}
            title={mayNot ?? undefined}
          >
            Mark Read<span className="sr-only">: message of {row.name}</span>
          </Button>
        </Form>
      )}
    </div>
  );
}
