/** The results and messages of the status forms of the back office. */
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";

export type RowChange = { id: string; version: number; status: BookingStatus };
/** A booking after a change. */
export type ChangedRow = RowChange & { trackingCode: string };
export type ChangeResponse = {
  /** The booking of a form for one; empty for several. */
  id: string;
  ok: boolean;
  title: string;
  text: string;
  /** The changed bookings, which stay ticked with their new version. */
  done: ChangedRow[];
  /** The values that undo the change: each booking's version now, and its status before. */
  back: RowChange[];
  /** The idempotency key of the undo form. */
  undoKey: string;
  /** The errors, by field. */
  errors?: Record<string, string>;
  /** Another person changed the booking meanwhile. */
  conflict?: boolean;
  /** Bookings left unchanged, because other people changed them meanwhile. */
  missed?: string[];
  /** The page of a change that continues in the background. */
  batch?: string;
};

/** The most bookings that can be ticked. More are changed in the background. */
export const MOST_SELECTED = 200;

export const FAILED = "Failed to update booking status.";

/** Shown beside a choice that was made before another person changed the booking. */
export const changedMeanwhile = (status: BookingStatus): string =>
  `Someone else changed it to ${BOOKING_STATUS_LABELS[status]}. Check it before you choose.`;

/** The messages after an unexpected error. */
export const CHECK_IT = "Check the booking, then try again.";

/** The result of a change that failed, or whose response was lost. */
export function notChanged(id: string, text = CHECK_IT): ChangeResponse {
  return { id, ok: false, title: FAILED, text, done: [], back: [], undoKey: "" };
}
