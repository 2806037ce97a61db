/** What the status forms of the back office answer; the words are spec.md 4's. */
import type { DeliveryStatus } from "./booking.ts";

export type ChangeAnswer = { id: string; ok: boolean; title: string; text: string };
export type RowChange = { id: string; version: number; status: DeliveryStatus };
export type BulkAnswer = {
  ok: boolean;
  title: string;
  text: string;
  /** What puts the changed rows back. */
  back: RowChange[];
  /** The key of the form that puts them back. */
  undoKey: string;
};
