/** REPORT-4: the reports and ledger rows as CSV cells. Amounts are numbers in naira. */
import { lagosDay, lagosTime } from "../../domain/dates.ts";
import { nairaNumber } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import type { Row } from "../../platform/http/csv-download.ts";
import type { EntryKind, MoneyEntry } from "./export-money.server.ts";
import type { View } from "./period.ts";
import type { Remitted } from "./remittance.server.ts";
import { meanDays, netRevenueOf, type MethodLine, type ReportLine } from "./report.ts";

const KEY_HEADS: Record<View, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  lane: "Lane",
  method: "Method",
  service: "Service",
  business: "Business",
  payee: "Payee",
};

const lineHeader = (view: View): Row => [
  KEY_HEADS[view],
  "Bookings",
  "Revenue with VAT (naira)",
  "VAT (naira)",
  "Revenue without VAT (naira)",
  "Referral credit (naira)",
  "Paid (naira)",
  "Still owed (naira)",
];
export const reportLineCells = (line: ReportLine): Row => [
  line.name ?? line.key,
  line.bookings,
  nairaNumber(line.revenueKobo),
  nairaNumber(line.vatKobo),
  nairaNumber(netRevenueOf(line)),
  nairaNumber(line.creditKobo),
  nairaNumber(line.paidKobo),
  nairaNumber(line.owedKobo),
];

const METHOD_HEADER: Row = [
  KEY_HEADS.method,
  "Payments",
  "Received (naira)",
  "Reversed (naira)",
  "Paid (naira)",
  "Collected for senders and stores (naira)",
  "Paid out to them (naira)",
  "Paid for claims (naira)",
];
export const methodCells = (line: MethodLine): Row => [
  line.method,
  line.payments,
  nairaNumber(line.receivedKobo),
  nairaNumber(line.reversedKobo),
  nairaNumber(line.receivedKobo - line.reversedKobo),
  nairaNumber(line.collectedKobo),
  nairaNumber(line.paidOutKobo),
  nairaNumber(line.compensatedKobo),
];

const PAYEE_HEADER: Row = [
  KEY_HEADS.payee,
  "Held before (naira)",
  "Collected (naira)",
  "COD fee (naira)",
  "Taken for returns (naira)",
  "Paid out (naira)",
  "Held at the end (naira)",
  "Collections paid out in full",
  "Days to payout (mean)",
  "Days to payout (longest)",
];
export const payeeCells = (line: Remitted): Row => [
  line.name,
  nairaNumber(line.beforeKobo),
  nairaNumber(line.collectedKobo),
  nairaNumber(line.feeKobo),
  nairaNumber(line.deductedKobo),
  nairaNumber(line.paidOutKobo),
  nairaNumber(line.heldKobo),
  line.settled,
  meanDays(line),
  line.settled === 0 ? null : line.longest,
];

export const reportHeader = (view: View): Row =>
  view === "method" ? METHOD_HEADER : view === "payee" ? PAYEE_HEADER : lineHeader(view);

const ENTRY_LABELS: Record<EntryKind, string> = {
  price: "Price",
  price_changed: "Price changed",
  payment: "Payment",
  reversal: "Payment reversed",
  collection: "Collected for sender",
  deduction: "Return taken from cash on delivery",
  payout: "Payout",
  claim: "Paid for a claim",
};

export const ENTRY_HEADER: Row = [
  "When (Lagos)",
  "Day",
  "What",
  "Booking Code",
  "From",
  "To",
  "Method",
  "Reference",
  "Revenue with VAT (naira)",
  "VAT (naira)",
  "Revenue without VAT (naira)",
  "Referral credit (naira)",
  "Paid (naira)",
  "Collected for senders and stores (naira)",
  "Paid out to them (naira)",
  "Recorded by",
  "Paid for claims (naira)",
];
export const entryCells = (entry: MoneyEntry): Row => [
  lagosTime(entry.at),
  lagosDay(entry.at),
  ENTRY_LABELS[entry.kind],
  entry.code,
  entry.fromState,
  entry.toState,
  entry.method && PAYMENT_METHOD_LABELS[entry.method],
  entry.reference,
  nairaNumber(entry.revenueKobo),
  nairaNumber(entry.vatKobo),
  nairaNumber(netRevenueOf(entry)),
  nairaNumber(entry.creditKobo),
  nairaNumber(entry.paidKobo),
  nairaNumber(entry.collectedKobo),
  nairaNumber(entry.paidOutKobo),
  entry.byName,
  nairaNumber(entry.compensatedKobo),
];
