import type { Route } from "./+types/admin-export.route";
import { servicesContext } from "../platform/context.ts";
import { csvDownload } from "../platform/http/csv-download.ts";
import { formatAdminDateTime, lagosDay } from "../domain/dates.ts";
import { plainNaira } from "../domain/money.ts";
import { DELIVERY_STATUS_LABELS, DELIVERY_TYPE_LABELS } from "../domain/booking.ts";
import { parseFilters } from "./booking-filter.ts";
import { exportBookings, type Row } from "./export-bookings.server.ts";
import { adminContext } from "../auth/principal-context.ts";

/** Each column's title and its cell. */
const COLUMNS: readonly [string, (row: Row) => string | null][] = [
  ["Booking Code", (row) => row.trackingCode],
  ["Created (Lagos)", (row) => formatAdminDateTime(row.createdAt)],
  ["Status", (row) => DELIVERY_STATUS_LABELS[row.status]],
  ["Delivery Type", (row) => DELIVERY_TYPE_LABELS[row.deliveryType].name],
  ["Estimated Delivery", (row) => lagosDay(row.estimatedDelivery)],
  ["Delivered", (row) => row.deliveredAt && formatAdminDateTime(row.deliveredAt)],
  ["Sender", (row) => row.senderName],
  ["Sender Email", (row) => row.senderEmail],
  ["Sender Phone", (row) => row.senderPhone],
  ["Sender Address", (row) => row.senderAddress],
  ["Sender State", (row) => row.senderState],
  ["Receiver", (row) => row.receiverName],
  ["Receiver Phone", (row) => row.receiverPhone],
  ["Receiver Address", (row) => row.receiverAddress],
  ["Receiver State", (row) => row.receiverState],
  ["Package", (row) => row.packageDescription],
  ["Package Type", (row) => row.packageType],
  ["Weight (kg)", (row) => String(row.packageWeight)],
  ["Price (naira)", (row) => (row.priceKobo === null ? null : plainNaira(row.priceKobo))],
  ["Paid (naira)", (row) => (row.paidKobo === null ? null : plainNaira(row.paidKobo))],
  ["Referral Code", (row) => row.referralCode],
  ["Notes", (row) => row.notes],
];

/** The bookings of the page's filter as CSV. Times are Lagos times. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const filter = parseFilters(new URL(request.url).searchParams);
  async function* cells() {
    for await (const row of exportBookings(services, admin, filter))
      yield COLUMNS.map(([, cell]) => cell(row));
  }
  return csvDownload(
    `bookings-${lagosDay(services.now())}.csv`,
    COLUMNS.map(([title]) => title),
    cells(),
  );
}
