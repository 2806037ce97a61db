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
  /** The changed bookings with their new versions. The list keeps these bookings ticked. */
  done: ChangedRow[];
  /** The values that an undo needs: the new version of each booking, and its former status. */
  back: RowChange[];
  undoKey: string;
  errors?: Record<string, string>;
  conflict?: boolean;
  /** The ids of bookings that were refused, because other people had changed them meanwhile. */
  missed?: string[];
  /** The id of a change that runs in the background. A page with this id shows the progress. */
  batch?: string;
};

/** At most this many bookings are changed at once. A larger change runs in the background. */
export const MOST_SELECTED = 200;

const FAILED = "Failed to update booking status.";

export const changedMeanwhile = (status: BookingStatus): string =>
  `Someone else changed it to ${BOOKING_STATUS_LABELS[status]}. Check it before you choose.`;

export const CHECK_IT = "Check the booking, then try again.";

/** Returns the response for a change that failed or got no response. */
export function notChanged(id: string, text = CHECK_IT): ChangeResponse {
  return { id, ok: false, title: FAILED, text, done: [], back: [], undoKey: "" };
}
