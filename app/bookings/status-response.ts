/** What the status forms of the back office answer; the words are spec.md 4's. */
import type { DeliveryStatus } from "../domain/booking.ts";

export type ChangeResponse = { id: string; ok: boolean; title: string; text: string };
export type RowChange = { id: string; version: number; status: DeliveryStatus };
export type BulkResponse = {
  ok: boolean;
  title: string;
  text: string;
  /** What puts the changed rows back. */
  back: RowChange[];
  /** The key of the form that puts them back. */
  undoKey: string;
};

export const FAILED = "Failed to update booking status.";

/** The answer to a change that went wrong, or whose answer was lost. */
export function notChanged(
  id: string,
  text = "Nothing is lost. Look at the booking again and decide anew.",
): ChangeResponse & BulkResponse {
  return { id, ok: false, title: FAILED, text, back: [], undoKey: "" };
}
