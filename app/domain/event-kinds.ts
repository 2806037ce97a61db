/**
 * The kinds of a delivery's events. A status set by staff; one that they took back within seconds, which `undoes` names;
 * details that staff corrected, with before and after; a price that was set; a payment.
 */
export const EVENT_KINDS = ["status_set", "undone", "corrected", "price_set", "paid"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What a correction changed: the value before and the value after, by the field's label. */
export type Corrections = Record<string, [string, string]>;
