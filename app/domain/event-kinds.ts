/**
 * The kinds of a delivery's events. A status set by staff; one that they took back within seconds, which `undoes` names;
 * details that staff corrected, with before and after; a price that was set; a price that the sender accepted; a payment;
 * what staff wrote for each other, and whom they gave it to.
 */
export const EVENT_KINDS = [
  "status_set",
  "undone",
  "corrected",
  "price_set",
  "price_accepted",
  "paid",
  "noted",
] as const;
/** Events about money: no status changes with them, and only the sender and staff see them. */
export const MONEY_EVENT_KINDS = [
  "price_set",
  "price_accepted",
  "paid",
] as const satisfies readonly (typeof EVENT_KINDS)[number][];
export type MoneyEventKind = (typeof MONEY_EVENT_KINDS)[number];
/** What the history calls the kinds that are no status. */
export const EVENT_KIND_NAMES: Partial<Record<EventKind, string>> = {
  corrected: "Details corrected",
  price_set: "Price set",
  price_accepted: "Price accepted",
  paid: "Payment",
  noted: "Team note",
};
export const isMoneyEvent = (kind: string): boolean =>
  (MONEY_EVENT_KINDS as readonly string[]).includes(kind);
/** Only staff see it, and it changes nothing that the booking is. */
export const STAFF_EVENT_KIND = "noted" satisfies (typeof EVENT_KINDS)[number];
export type EventKind = (typeof EVENT_KINDS)[number];

/** What a correction changed: the value before and the value after, by the field's label. */
export type Corrections = Record<string, [string, string]>;
