/** TELL-11: the list of messages to receivers. The filter and the page are in the URL. */
import { Form, useNavigation } from "react-router";
import { Settings } from "lucide-react";
import type { Route } from "./+types/admin-messages.route";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { useMay } from "../../access/use-may.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { CHANNEL_NAMES, MESSAGE_KIND_NAMES, MESSAGE_STATE_NAMES } from "../../domain/receiver-messages.ts";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { Amount } from "../../ui/amount.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { AppliedFilters } from "../../ui/filters.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { countMessages, listMessages, readMessageFilter, type MessageLine } from "./list-messages.server.ts";
import { MessageStateText, messagePriceText, whenText } from "./message-parts.tsx";
import { sendAgain } from "./send-again.server.ts";
import { spentKobo } from "./spend.server.ts";

const HERE = "/admin/messages";
const NOT_SENT = "Nothing was sent.";

export const handle: LiveHandle = { live: () => ["messages"] };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Messages to receivers");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, company } = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const filter = readMessageFilter(params);
  const [page, count, spent, { messageCeilingKobo }] = await Promise.all([
    listMessages(db, filter, parsePageParams(params)),
    countMessages(db, filter),
    spentKobo(db, now()),
    company(),
  ]);
  return {
    ...{ ...page, count, filter, spent },
    ceiling: messageCeilingKobo,
    formKey: newIdempotencyKey(),
    mayNot: whyRoleMayNot(context.get(adminContext).role, "sendMessages"),
  };
}

export const action = staffAction({
  buttons: { again: { operation: sendAgain, done: "The message is on its way again" } },
  to: (_, { request }) => HERE + new URL(request.url).search,
  failed: NOT_SENT,
});

export const clientAction = formClientAction<typeof action>(NOT_SENT);

const options = (names: Record<string, string>, all: string) => [
  { value: "", label: all },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, count, filter, spent, ceiling, formKey, mayNot } = loaderData;
  const maySettings = useMay("readCompany");
  const keep = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return (
    <>
      <PageHead
        title="Messages to receivers"
        text={
          <>
            This month they cost <Amount>{formatNaira(spent)}</Amount>
            {ceiling > 0 && <> of at most {formatNaira(ceiling)}</>}. ‘Sent’: the provider accepted it.
            ‘Delivered’: it reported that it reached the phone.
          </>
        }
        actions={
          maySettings && (
            <ButtonLink variant="secondary" size="sm" to={`${HERE}/settings`}>
              <Settings aria-hidden className="size-4" />
              Settings
            </ButtonLink>
          )
        }
      />
      <Filters key={keep.toString()} filter={filter} />
      {actionData && (
        <div className="mt-4">
          <FormErrors errors={actionData.errors} title="Nothing was sent" />
        </div>
      )}
      <div className="mt-6">
        <ListCount>{listCount(rows.length, count, "message", "messages")}</ListCount>
      </div>
      <DataTable
        compact
        caption="Messages, newest first"
        rows={rows}
        rowKey="id"
        columns={columnsOf(mayNot === null ? formKey : null)}
        empty={
          keep.size > 0 ? (
            <EmptyState title="No messages found." action={<TextLink to={HERE}>Clear filters</TextLink>} />
          ) : (
            <EmptyState
              title="No messages yet"
              text="Receivers are told when a parcel is booked for them, comes today, could not be delivered, gets a new day, and is delivered."
            />
          )
        }
      />
      <Pager {...pageLinks(keep, { previous, next })} />
    </>
  );
}

function Filters({ filter }: Pick<Route.ComponentProps["loaderData"], "filter">) {
  return (
    <AppliedFilters to={HERE}>
      <Field label="Tracking code" name="code" defaultValue={filter.code} autoComplete="off" />
      <SelectField
        label="Message"
        name="kind"
        defaultValue={filter.kind ?? ""}
        options={options(MESSAGE_KIND_NAMES, "All messages")}
      />
      <SelectField
        label="Channel"
        name="channel"
        defaultValue={filter.channel ?? ""}
        options={options(CHANNEL_NAMES, "All channels")}
      />
      <SelectField
        label="State"
        name="state"
        defaultValue={filter.state ?? ""}
        options={options(MESSAGE_STATE_NAMES, "All states")}
      />
    </AppliedFilters>
  );
}

const columnsOf = (formKey: string | null): Column<MessageLine>[] => [
  {
    key: "code",
    header: "Parcel",
    primary: true,
    cell: ({ code }) => (
      <TextLink to={`/admin/bookings/${code}`}>
        <span className="tabular-nums @4xl:whitespace-nowrap">{readableTrackingCode(code)}</span>
      </TextLink>
    ),
  },
  {
    key: "kind",
    header: "Message",
    long: true,
    narrow: "bare",
    cell: ({ kind, text }) => (
      <>
        <span className="block font-semibold">{MESSAGE_KIND_NAMES[kind]}</span>
        {text && (
          <span className="block text-sm wrap-anywhere text-muted">
            <Breakable text={text} />
          </span>
        )}
      </>
    ),
  },
  { key: "channel", header: "Channel", narrow: "bare", cell: ({ channel }) => CHANNEL_NAMES[channel] },
  { key: "state", header: "State", narrow: "end", cell: (row) => <MessageStateText {...row} /> },
  {
    key: "when",
    header: "When",
    narrow: "bare",
    cell: (row) => <span className="@4xl:whitespace-nowrap">{whenText(row)}</span>,
  },
  { key: "price", header: "Price", align: "right", none: "", cell: (row) => messagePriceText(row) || null },
  ...(formKey === null
    ? []
    : [
        {
          key: "again",
          header: "Again",
          narrow: "bare",
          none: "",
          cell: (row) =>
            row.kind === "code" || row.state === "queued" ? null : <Again {...row} formKey={formKey} />,
        } satisfies Column<MessageLine>,
      ]),
];

function Again({ id, kind, code, formKey }: MessageLine & { formKey: string }) {
  const busy = useNavigation().formData?.get("messageId") === id;
  return (
    <Form method="post" noValidate>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="messageId" value={id} />
      <Button
        intent="again"
        variant="quiet"
        size="sm"
        busy={busy}
        busyLabel="Sending..."
        aria-label={`Send again: ${MESSAGE_KIND_NAMES[kind]}, ${code}`}
      >
        Send again
      </Button>
    </Form>
  );
}
