/** The results and messages of the status forms of the back office. */
import type { DeliveryStatus } from "../domain/booking.ts";

export type ChangeResponse = { id: string; ok: boolean; title: string; text: string };
export type RowChange = { id: string; version: number; status: DeliveryStatus };
export type BulkResponse = {
  ok: boolean;
  title: string;
  text: string;
  /** The values that undo the change. */
  back: RowChange[];
  /** The idempotency key of the undo form. */
  undoKey: string;
};

export const FAILED = "Failed to update booking status.";

/** The result of a change that failed, or whose response was lost. */
export function notChanged(
  id: string,
  text = "Check the booking, then try again.",
): ChangeResponse & BulkResponse {
  return { id, ok: false, title: FAILED, text, back: [], undoKey: "" };
}
