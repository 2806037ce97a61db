/** The responses and messages of the status forms of the back office. */
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";

export type RowChange = { id: string; version: number; status: BookingStatus };
export type ChangedRow = RowChange & { trackingCode: string };
export type ChangeResponse = {
  /** The id of the booking, if the form changes one; empty if it changes several. */
  id: string;
  ok: boolean;
  title: string;
  text: string;
  /** The changed bookings, which stay ticked with their new version. */
  done: ChangedRow[];
  /** The values that an undo needs: for each booking its version after the change, and its status before. */
  back: RowChange[];
  /** The idempotency key of the undo form. */
  undoKey: string;
  errors?: Record<string, string>;
  /** True if another person changed the booking meanwhile. */
  conflict?: boolean;
  /** The codes of the bookings that were left unchanged, because other people changed them meanwhile. */
  missed?: string[];
  /** The id of a change that continues in the background; its page shows the progress. */
  batch?: string;
};

/** The largest number of bookings that can be ticked. A larger change runs in the background. */
export const MOST_SELECTED = 200;

const FAILED = "Failed to update booking status.";

/** The notice beside a chosen status if another person changed the booking after the choice. */
export const changedMeanwhile = (status: BookingStatus): string =>
  `Someone else changed it to ${BOOKING_STATUS_LABELS[status]}. Check it before you choose.`;

/** The messages after an unexpected error. */
export const CHECK_IT = "Check the booking, then try again.";

/** The response about a change that failed, or whose response was lost. */
export function notChanged(id: string, text = CHECK_IT): ChangeResponse {
  return { id, ok: false, title: FAILED, text, done: [], back: [], undoKey: "" };
}
