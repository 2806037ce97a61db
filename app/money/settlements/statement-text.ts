/** The name of a statement's entry. */
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { COLLECTION_REASON_LABELS } from "../../domain/settlement.ts";
import type { PayeeStatementEntry } from "./statement.server.ts";

/** PRICE-13: the name of an entry that deducts the charge of a return. */
export const RETURN_TAKEN = "Taken for the return to you";

export function entryText({ kind, method, code, paidTo, reason }: PayeeStatementEntry): string {
  if (kind === "paid_out") return `Paid out to ${paidTo}`;
  if (method === "deducted") return kind === "deducted" ? RETURN_TAKEN : "Return given back";
  if (kind === "reversed") return code ? "Collection reversed" : "Payout reversed";
  const why = reason ? `: ${COLLECTION_REASON_LABELS[reason]}` : "";
  return kind === "collected"
    ? `Collected, ${PAYMENT_METHOD_LABELS[method]}${why}`
    : `Nothing collected${why}`;
}

export const netCollectedOf = ({ grossKobo, codFeeKobo }: PayeeStatementEntry): number =>
  grossKobo - codFeeKobo;
