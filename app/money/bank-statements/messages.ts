/** The sentences of refusals about bank statements, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

/** The messages after an unexpected error. */
export const NOT_RECORDED = "Nothing was recorded. Please try again.";
export const NOT_UPLOADED = "The statement was not uploaded. Please try again.";

export const STATEMENT_GONE = "This statement was removed or the link is wrong.";

/** The refusal of a form whose idempotency key was used before with another file. */
export const UPLOADED_BEFORE = "This form was already sent with another file. Load the page again.";

export const refuse = refusals({
  statement_gone: STATEMENT_GONE,
  recorded_before: "This statement is already recorded.",
  still_matching: "The rows are still being matched. Wait a moment, then try again.",
  no_column_names: {
    file: "No row of this file names its columns: one with 'date', and one with 'credit', 'deposit' or 'amount'.",
  },
  unknown_column: "Choose columns of this file.",
  column_twice: { details: "Choose three different columns for date, amount and narration" },
  reference_shared: { reference: "Choose another column for the reference, or 'There is none'" },
  changed:
    "Something changed since you looked: a payment, a price, or a decision about a row. Check the rows again, then record them.",
  broken_rows: { leaveBroken: "Some rows cannot be read. Tick the box to skip them." },
  nothing_matched: "No row matches a booking yet: there is nothing to record.",
});
