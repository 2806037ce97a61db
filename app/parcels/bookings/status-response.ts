/** The responses of the back office's status forms. */
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";

export type RowChange = { id: string; version: number; status: BookingStatus };
export type ChangedRow = RowChange & { trackingCode: string };
export type ChangeResponse = {
  /** The booking's id. Empty if the form changes several bookings. */
  id: string;
  ok: boolean;
  title: string;
  text: string;
  /** The changed bookings. They stay ticked with their new version. */
  done: ChangedRow[];
  /** The values for an undo: each booking's new version and former status. */
  back: RowChange[];
  undoKey: string;
  errors?: Record<string, string>;
  conflict?: boolean;
  /** The codes of bookings that other people changed meanwhile. They stay unchanged. */
  missed?: string[];
  /** The id of a change in the background. Its page shows the progress. */
  batch?: string;
};

/** The limit of ticked bookings. A larger change runs in the background. */
export const MOST_SELECTED = 200;

const FAILED = "Failed to update booking status.";

export const changedMeanwhile = (status: BookingStatus): string =>
  `Someone else changed it to ${BOOKING_STATUS_LABELS[status]}. Check it before you choose.`;

export const CHECK_IT = "Check the booking, then try again.";

/** The response about a failed change, or a change without a response. */
export function notChanged(id: string, text = CHECK_IT): ChangeResponse {
  return { id, ok: false, title: FAILED, text, done: [], back: [], undoKey: "" };
}
