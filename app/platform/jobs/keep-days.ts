/** The retention of rows by age; retention.server.ts deletes them. Pure. */

/** Retention in days. docs/retention.md gives the reasons. */
export const KEEP_DAYS = {
  idempotencyKeys: 30,
  links: 30,
  /** The list of erasures is kept as long as a backup may be restored. */
  erasures: 365,
  mailTexts: 30,
  statusBatches: 30,
  bankStatements: 90,
  /** Unpaid attempts to pay online. */
  onlineAttempts: 365,
  mails: 365,
  /** PINs of parcels that are delivered or failed. */
  pins: 30,
  receiversOfDeletedSenders: 30,
  buyers: 2 * 365,
  contactMessages: 2 * 365,
  customerNotes: 2 * 365,
  /** Pictures, positions and calls of proofs. */
  proofs: 365,
  /** Positions of receivers, since the last parcel there. */
  places: 365,
  /** Six years with their leap days. */
  peopleInBookings: 6 * 365 + 2,
  activityLogs: 6 * 365 + 2,
  /** Hand-overs, runs and exceptions, with the people involved. */
  road: 6 * 365 + 2,
  /** Deeds of riders' phones, and revoked phones. */
  deeds: 365,
  devices: 90,
} as const;
