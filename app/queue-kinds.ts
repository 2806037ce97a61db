/** The kinds of entries in the send queue (app/offline/send-queue.ts), for pages and the service worker. */
import { BOOKINGS } from "./parcels/bookings/queued-bookings.ts";
import { SCANS } from "./road/scan/scan-kind.ts";

export const QUEUE_KINDS = [BOOKINGS, SCANS];
