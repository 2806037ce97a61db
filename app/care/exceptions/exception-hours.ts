/** EXC-9, DEED-13, PROOF-4: the hours after which the program opens an exception. */

/** The hours within which staff should reconcile a run after its return. */
export const RETURNED_HOURS = 12;
export const SILENT_HOURS = 1;
export const CONFIRM_HOURS = 12;

/** A delivery that nobody confirmed within this many hours gets an exception. */
export const DELIVERY_HOURS = 1;

/** Hand-overs of the last seven days are read, so that none is missed even if no process ran for days. */
export const CONFIRM_DAYS = 7;

/**
 * PROOF-4: an exception is opened if a picture is still on the rider's phone 24 hours after its deed was reported. Only
 * pictures of the last 14 days count.
 */
export const PICTURE_HOURS = 24;
export const PICTURE_DAYS = 14;
