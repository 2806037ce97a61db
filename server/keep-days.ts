/**
 * The days after which server/retention.ts itself deletes rows or empties their columns. Features that delete their own
 * rows define their own days.
 */
import { SIX_YEARS } from "../app/platform/jobs/six-years.ts";

/** The days for each kind of data. docs/retention.md gives the reasons. */
export const KEEP_DAYS = {
  idempotencyKeys: 30,
  /** Messages to webhook endpoints, and the attempts to deliver them. */
  webhooks: 30,
  apiKeys: 90,
  /** The lists of erasures, which are needed as long as a backup may be restored. */
  erasures: 365,
  statusBatches: 30,
  /** Batches of parcels are kept for this many days after their last change. */
  bookingBatches: 30,
  bankStatements: 90,
  /** Online payments that were not completed. */
  onlineAttempts: 365,
  /** Refused email addresses, and the mails that wait for them. */
  refusedAddresses: 365,
  refusedMails: 14,
  receiversOfDeletedSenders: 30,
  buyers: 2 * 365,
  contactMessages: 2 * 365,
  customerNotes: 2 * 365,
  peopleInBookings: SIX_YEARS,
  activityLogs: SIX_YEARS,
  /** Regular pickups that ended or were refused. */
  regularPickups: 365,
  /** Counts of hubs' shelves. */
  shelfCounts: 365,
} as const;
