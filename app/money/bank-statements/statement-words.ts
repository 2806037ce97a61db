/** The sentences of a statement's page that depend on its numbers. Pure. */
import type { LineState, StatementSummary } from "../../domain/payment.ts";

/** The states of rows that wait for a person. */
const WAITING: readonly LineState[] = ["doubtful", "unknown", "broken"];

export const paymentsText = (n: number): string => (n === 1 ? "1 payment" : `${n} payments`);

/** Why a statement has nothing to record: rows wait for a person, or each is known. */
export const nothingToRecord = (counts: StatementSummary["counts"]): string =>
  WAITING.some((state) => counts[state] > 0)
    ? "No row matches a booking yet."
    : "There is nothing to record: no row waits. What is recorded already, such as cash that was taken to the bank, is confirmed by this file.";

/** The rows that a statement shows first: those that wait for a person, else those that are to be recorded, else the known ones. */
export const firstShown = (counts: StatementSummary["counts"]): LineState =>
  [...WAITING, "matched" as const, "repeated" as const].find((state) => counts[state] > 0) ?? "matched";
