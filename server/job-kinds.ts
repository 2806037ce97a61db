/** The kinds of jobs, each with a queue of its own. Features add their kinds to the list here. */
import { TEST_WALKS } from "../app/developers/sandbox/walk-job.ts";
import { MATCHINGS } from "../app/money/bank-statements/matching-job.ts";
import { LINK_MAILS, MAILS, PHONE_MESSAGES } from "../app/notifications/notify.server.ts";
import { BULK_BOOKINGS } from "../app/parcels/bulk/bulk-booking-job.ts";
import { STATUS_BATCHES } from "../app/parcels/dispatch/status-batch-job.ts";
import { PLACES_TO_REMEMBER } from "../app/parcels/remembered-places/delivery-places.server.ts";
import { STATISTICS } from "../app/people/profile/statistics-job.ts";
import { PICTURE_REMOVALS } from "../app/platform/files/remove-pictures-job.ts";
import type { JobKind } from "../app/platform/jobs/job-kind.ts";

export const JOB_KINDS: readonly JobKind[] = [
  MAILS,
  LINK_MAILS,
  PHONE_MESSAGES,
  PICTURE_REMOVALS,
  STATUS_BATCHES,
  BULK_BOOKINGS,
  PLACES_TO_REMEMBER,
  MATCHINGS,
  STATISTICS,
  TEST_WALKS,
];
