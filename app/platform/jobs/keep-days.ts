/** The number of days after which server/retention.ts deletes rows or empties their columns. Pure. */

/** The days for each kind of data. docs/retention.md gives the reasons. */
export const KEEP_DAYS = {
  idempotencyKeys: 30,
  /** Messages to webhook endpoints, and the tries to deliver them. */
  webhooks: 30,
  apiKeys: 90,
  links: 30,
  /** The lists of erasures, which are needed as long as a backup may be restored. */
  erasures: 365,
  mailTexts: 30,
  statusBatches: 30,
  /** Batches of parcels are kept for this many days after their last change. */
  bookingBatches: 30,
  bankStatements: 90,
  /** Online payments that were not completed. */
  onlineAttempts: 365,
  mails: 365,
  /** Refused email addresses, and the mails that wait for them. */
  refusedAddresses: 365,
  refusedMails: 14,
  /** PINs of delivered or failed parcels. */
  pins: 30,
  receiversOfDeletedSenders: 30,
  buyers: 2 * 365,
  contactMessages: 2 * 365,
  customerNotes: 2 * 365,
  /** Pictures, positions and calls of proofs. */
  proofs: 365,
  /** Positions of receivers' places, counted from the last parcel delivered at the place. */
  places: 365,
  /** People in bookings are kept for six years, including leap days. */
  peopleInBookings: 6 * 365 + 2,
  activityLogs: 6 * 365 + 2,
  /** Names of people in hand-overs, runs and exceptions. */
  road: 6 * 365 + 2,
  /** Deeds of riders' phones. The next entry is for phones whose enrolment has ended. */
  deeds: 365,
  /** Regular pickups that ended or were refused. */
  regularPickups: 365,
  /** Counts of hubs' shelves. */
  shelfCounts: 365,
  devices: 90,
} as const;
