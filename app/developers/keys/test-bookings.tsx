/** API-9: the newest sandbox bookings, for the owner of test keys. */
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { CardSection } from "../../ui/card-section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";

export type TestBooking = {
  code: string;
  reference: string | null;
  status: BookingStatus;
  createdAt: Date;
  /** The public texts of the booking's events, oldest first. */
  events: string[];
};

export const TestBookings = ({ bookings }: { bookings: TestBooking[] }) => (
  <CardSection id="test-bookings" title="Test bookings">
    <p className="mt-1">The newest of the sandbox. They go after 30 days.</p>
    <div className="mt-3">
      <DataTable
        caption="Test bookings"
        columns={COLUMNS}
        rows={bookings}
        rowKey="code"
        empty={<EmptyState title="No test bookings yet" text="Book with a test key, and they appear here." />}
      />
    </div>
  </CardSection>
);

const COLUMNS: Column<TestBooking>[] = [
  { key: "code", header: "Code", primary: true, cell: ({ code }) => code },
  { key: "reference", header: "Reference", long: true, cell: ({ reference }) => reference ?? "None" },
  { key: "status", header: "Status", cell: ({ status }) => BOOKING_STATUS_LABELS[status] },
  { key: "events", header: "What happened", long: true, cell: ({ events }) => events.join(" · ") },
  { key: "made", header: "Made", cell: ({ createdAt }) => formatDateTime(createdAt) },
];
