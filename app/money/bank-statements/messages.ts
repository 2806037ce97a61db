/** The sentences of refusals about bank statements, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_RECORDED = "Nothing was recorded. Please try again.";
export const NOT_UPLOADED = "The statement was not uploaded. Please try again.";

export const STATEMENT_GONE = "This statement was removed or the link is wrong.";

/** The refusal of an idempotency key that was used before with another file. */
export const UPLOADED_BEFORE = "This form was already sent with another file. Load the page again.";

export const refuse = refusals({
  statement_gone: STATEMENT_GONE,
  recorded_before: "This statement is already recorded.",
  still_matching: "The rows are still being matched. Wait a moment, then try again.",
  no_table: ({ why }: { why: string }) => ({ file: why }),
  no_rows: { file: "This file has no rows below a row with the names of its columns." },
  no_heading: { headingLine: "Choose a row of this file that has rows below it." },
  unknown_column: "Choose columns of this file.",
  column_twice: { details: "Choose three different columns for date, amount and narration" },
  reference_shared: { reference: "Choose another column for the reference, or 'There is none'" },
  money_shared: { out: "Choose other columns for money out, CR or DR, and the balance" },
  changed:
    "Something changed since you looked: a payment, a price, or a decision about a row. Check the rows again, then record them.",
  unread_rows: {
    leaveUnread: "Some rows cannot be read. Decide about them, or tick the box to record without them.",
  },
  nothing_matched: "No row matches a booking yet: there is nothing to record.",
});
