/**
 * Every table of the product, by area in schema/. Queries join areas, so all are imported from here. Money is kobo
 * (integer), weight is kg, times are UTC instants. List indexes are plain ascending and read backwards: drizzle's .desc()
 * makes NULLS LAST, which no ORDER BY ... DESC matches, so that lists would be sorted in full. Triggers, functions, the
 * trigram index and the unlogged table are in migrations only; migrations/schema.sql shows all of it.
 */
export * from "./schema/people.ts";
export * from "./schema/bookings.ts";
export * from "./schema/hubs.ts";
export * from "./schema/road.ts";
export * from "./schema/receivers.ts";
export * from "./schema/messages.ts";
export * from "./schema/rider-phone.ts";
export * from "./schema/proofs.ts";
export * from "./schema/claims.ts";
export * from "./schema/summaries.ts";
export * from "./schema/prices.ts";
export * from "./schema/bank-statements.ts";
export * from "./schema/cash.ts";
export * from "./schema/payments.ts";
export * from "./schema/settlements.ts";
export * from "./schema/money-numbers.ts";
export * from "./schema/parcel-numbers.ts";
export * from "./schema/rewards.ts";
export * from "./schema/stores.ts";
export * from "./schema/consents.ts";
export * from "./schema/contact-and-audit.ts";
export * from "./schema/company.ts";
export * from "./schema/infrastructure.ts";
