/** The sentences of a statement's page that depend on its numbers. Pure. */
import type { LineState, StatementSummary } from "../../domain/payment.ts";

/** The states of rows that wait for a person. */
const WAITING: readonly LineState[] = ["doubtful", "unknown", "broken"];

export const paymentsText = (n: number): string => (n === 1 ? "1 payment" : `${n} payments`);

/**
 * Says why a statement has nothing to record: either rows wait for a person, or every row is recorded
 * already.
 */
export const nothingToRecord = (counts: StatementSummary["counts"]): string =>
  WAITING.some((state) => counts[state] > 0)
    ? "No row matches a booking yet."
    : "There is nothing to record: no row waits. What is recorded already, such as cash that was taken to the bank, is confirmed by this file.";

/**
 * Returns the state of the rows that the page shows first: rows that wait for a person, otherwise matched
 * rows, otherwise repeated rows.
 */
export const firstShown = (counts: StatementSummary["counts"]): LineState =>
  [...WAITING, "matched" as const, "repeated" as const].find((state) => counts[state] > 0) ?? "matched";
