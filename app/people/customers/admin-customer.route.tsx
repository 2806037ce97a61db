/** Back office: a customer with bookings, messages and notes of staff. The URL has each list's page. */
import { useNavigation } from "react-router";
import type { Route } from "./+types/admin-customer.route";
import { formatAdminDate, formatAdminDateTime } from "../../domain/dates.ts";
import { STATUS_FACTS } from "../../domain/delivery-status.ts";
import { formatPhone } from "../../domain/phone.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { useMayNot } from "../../access/use-may.ts";
import { stateLabel } from "../../domain/states.ts";
import { refusalsOf } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailStaff } from "../../notifications/refused-mail-staff.tsx";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { NEWEST_FIRST, parsePageParams, readCursor } from "../../platform/http/keyset.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { Button } from "../../ui/button.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { Fact } from "../../ui/fact.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { listCustomerBookings, listCustomerMessages, listCustomerNotes } from "./customer-lists.server.ts";
import { findCustomerRow } from "./list-customers.server.ts";
import { CUSTOMER_BUTTONS } from "./forms.server.ts";
import { NOT_ADDED, refuse } from "./messages.ts";
import { numberText } from "../../platform/http/list-count.ts";

const NEW_NOTE = "New note";

const MESSAGES = { previous: "newerMessages", next: "olderMessages" };
const NOTES = { previous: "newerNotes", next: "olderNotes" };

export const handle: LiveHandle = { live: () => ["bookings"] };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Customer");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = uuidParam(params.id);
  const customer = id && (await findCustomerRow(db, id));
  if (!customer) throw refusalPage(refuse("not_found", "no_customer"));
  const { search, searchParams } = new URL(request.url);
  const page = (names: typeof NEWEST_FIRST) =>
    parsePageParams(searchParams, (text) => readCursor(text), names);
  const [bookings, messages, notes] = await Promise.all([
    listCustomerBookings(db, customer.email, page(NEWEST_FIRST)),
    listCustomerMessages(db, customer.email, page(MESSAGES)),
    listCustomerNotes(db, customer.email, page(NOTES)),
  ]);
  return {
    customer: { ...customer, phone: formatPhone(customer.phone) },
    bookings: { rows: bookings.rows, pages: pageLinks(search, bookings) },
    messages: { rows: messages.rows, pages: pageLinks(search, messages, MESSAGES) },
    notes: { rows: notes.rows, pages: pageLinks(search, notes, NOTES) },
    key: newIdempotencyKey(),
    refused: await refusalsOf(db, [customer.email]),
  };
}

export const action = staffAction({
  buttons: CUSTOMER_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/customers/${id}`,
  failed: NOT_ADDED,
});

export const clientAction = formClientAction<typeof action>(NOT_ADDED);

type Data = Route.ComponentProps["loaderData"];

const BOOKINGS: readonly Column<Data["bookings"]["rows"][number]>[] = [
  {
    key: "code",
    header: "Booking",
    primary: true,
    cell: (row) => <TextLink to={`/admin/bookings/${row.trackingCode}`}>{row.trackingCode}</TextLink>,
  },
  { key: "at", header: "Created", cell: (row) => formatAdminDate(row.createdAt) },
  { key: "to", header: "Receiver", long: true, cell: (row) => row.receiverName },
  {
    key: "route",
    header: "Route",
    cell: (row) => `${stateLabel(row.senderState)} → ${stateLabel(row.receiverState)}`,
  },
  {
    key: "status",
    header: "Status",
    cell: (row) => (
      <StatusBadge tone={STATUS_FACTS[row.status].tone}>{STATUS_FACTS[row.status].label}</StatusBadge>
    ),
  },
];

const MESSAGE_COLUMNS: readonly Column<Data["messages"]["rows"][number]>[] = [
  {
    key: "subject",
    header: "Subject",
    primary: true,
    cell: (row) => <TextLink to={`/admin/contacts?view=${row.id}`}>{row.subject}</TextLink>,
  },
  { key: "at", header: "Date", cell: (row) => formatAdminDate(row.createdAt) },
  {
    key: "status",
    header: "Status",
    cell: (row) => (row.repliedAt ? "Replied" : row.isRead ? "Read" : "Unread"),
  },
];

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, bookings, messages, notes, key } = loaderData;
  return (
    <>
      <p>
        <TextLink to="/admin/customers">All customers</TextLink>
      </p>
      <PageHead
        title={customer.name}
        text={
          <>
            <span className="block wrap-anywhere">
              <Breakable text={customer.email} />
            </span>
            <Phone text={customer.phone} />
          </>
        }
      />
      <RefusedMailStaff list={loaderData.refused} mayNot={useMayNot("sendMessages")} />
      <dl className="mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-4">
        <Fact name="Account">{customer.hasAccount ? "Yes" : "Guest"}</Fact>
        <Fact name="Total Bookings">{numberText(customer.bookingsCount)}</Fact>
        <Fact name="Last Booking">
          {customer.lastBookingAt ? formatAdminDate(customer.lastBookingAt) : "N/A"}
        </Fact>
        <Fact name="Referral Code">{customer.referralCode ?? "N/A"}</Fact>
        <Fact name="Referred By">
          {customer.referredBy ? <Breakable text={customer.referredBy} /> : "N/A"}
        </Fact>
        <Fact name="Referrals Made">{customer.referralsMade}</Fact>
      </dl>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10">
        <Section title="Notes">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div>
              {notes.rows.length === 0 && <p className="text-muted">No notes.</p>}
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
                {notes.rows.map((note) => (
                  <li key={note.id} className="border-l-4 border-line pl-4">
                    <p className="break-words whitespace-pre-line">{note.body}</p>
                    <p className="mt-1 text-sm text-muted">
                      {note.byName}, {formatAdminDateTime(note.createdAt)}
                    </p>
                  </li>
                ))}
              </ul>
              <Pager {...notes.pages} />
            </div>
            <NoteForm {...formProps(actionData, key)} newest={notes.rows[0]?.id} />
          </div>
        </Section>
        <RecordList title="Bookings" none="No bookings." list={bookings} columns={BOOKINGS} />
        <RecordList title="Contact Messages" none="No messages." list={messages} columns={MESSAGE_COLUMNS} />
      </div>
    </>
  );
}

function Phone({ text }: { text: string }) {
  if (!/\d/.test(text)) return <span className="block">{text}</span>;
  return (
    <a
      href={`tel:${text.replaceAll(" ", "")}`}
      className="flex min-h-11 w-fit items-center underline underline-offset-4"
    >
      {text}
    </a>
  );
}

type ListProps<Row> = {
  title: string;
  none: string;
  list: { rows: readonly Row[]; pages: ReturnType<typeof pageLinks> };
  columns: readonly Column<Row>[];
};

function RecordList<Row extends { id: string }>({ title, none, list, columns }: ListProps<Row>) {
  return (
    <Section title={title}>
      <DataTable
        caption={`${title}, newest first`}
        rows={list.rows}
        rowKey="id"
        empty={<p className="text-muted">{none}</p>}
        columns={columns}
      />
      <Pager {...list.pages} />
    </Section>
  );
}

function NoteForm({ formKey, errors, values, newest }: FormParts & { newest: string | undefined }) {
  const busy = useNavigation().formMethod === "POST";
  return (
    // The key changes after each note, so that the form of the next note is empty.
    <StaffForm key={newest} name="Note" needs="noteOnCustomers" formKey={formKey}>
      <FormErrors errors={errors} title="Note not added" labels={{ body: NEW_NOTE }} />
      <TextAreaField
        label={NEW_NOTE}
        name="body"
        rows={3}
        hint="For staff only. The customer can ask to see it."
        defaultValue={values["body"]}
        error={errors["body"]}
      />
      <Button type="submit" variant="secondary" busy={busy} busyLabel="Saving...">
        Add note
      </Button>
    </StaffForm>
  );
}
