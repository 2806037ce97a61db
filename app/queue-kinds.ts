/**
 * The kinds of entries that the send queue may contain (app/offline/send-queue.ts), for pages and for the service
 * worker.
 */
import { BOOKINGS } from "./parcels/bookings/queued-bookings.ts";
import { SCANS } from "./road/scan/scan-kind.ts";

export const QUEUE_KINDS = [BOOKINGS, SCANS];
