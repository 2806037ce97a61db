import type { Route } from "./+types/admin-export.route";
import { asAdmin } from "../accounts/actor.server.ts";
import { servicesContext, viewerContext } from "../context.ts";
import { csvDownload } from "../lib/csv-download.ts";
import { formatAdminDateTime, lagosDay } from "../lib/dates.ts";
import { DELIVERY_STATUS_LABELS, DELIVERY_TYPE_LABELS } from "./booking.ts";
import { readNarrowing } from "./booking-filter.ts";
import { exportBookings } from "./export-bookings.server.ts";

const HEADER = [
  ...["Booking Code", "Created (Lagos)", "Status", "Delivery Type", "Estimated Delivery", "Delivered"],
  ...["Sender", "Sender Email", "Sender Phone", "Sender Address", "Sender State"],
  ...["Receiver", "Receiver Phone", "Receiver Address", "Receiver State"],
  ...["Package", "Package Type", "Weight (kg)", "Referral Code", "Notes"],
];

/** The bookings of the page's filter as a spreadsheet. Times are Lagos times. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = asAdmin(context.get(viewerContext))!;
  const filter = readNarrowing(new URL(request.url).searchParams);
  async function* cells() {
    for await (const row of exportBookings(services, admin, filter)) {
      yield [
        row.trackingNumber,
        formatAdminDateTime(row.createdAt),
        DELIVERY_STATUS_LABELS[row.status],
        DELIVERY_TYPE_LABELS[row.deliveryType].name,
        lagosDay(row.estimatedDelivery),
        row.deliveredAt && formatAdminDateTime(row.deliveredAt),
        row.senderName,
        row.senderEmail,
        row.senderPhone,
        row.senderAddress,
        row.senderState,
        row.receiverName,
        row.receiverPhone,
        row.receiverAddress,
        row.receiverState,
        row.packageDescription,
        row.packageType,
        String(row.packageWeight),
        row.referralCode,
        row.notes,
      ];
    }
  }
  return csvDownload(`bookings-${lagosDay(services.now())}.csv`, HEADER, cells());
}
