/**
 * The tables are in schema/ by area; queries join tables of several areas. Money is in kobo (integer), weight
 * in kg, and times are UTC instants. Triggers and functions are only in migrations; migrations/schema.sql shows
 * them.
 *
 * Indexes for lists are ascending and read backwards. An index with drizzle's .desc() has NULLS LAST. An ORDER BY
 * ... DESC has NULLS FIRST and does not match such an index, so PostgreSQL would sort the whole list.
 */
export * from "./schema/acts.ts";
export * from "./schema/people.ts";
export * from "./schema/bookings.ts";
export * from "./schema/hubs.ts";
export * from "./schema/road.ts";
export * from "./schema/shelf.ts";
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
export * from "./schema/senders.ts";
export * from "./schema/businesses.ts";
export * from "./schema/consents.ts";
export * from "./schema/contact-and-audit.ts";
export * from "./schema/company.ts";
export * from "./schema/infrastructure.ts";
export * from "./schema/api.ts";
export * from "./schema/webhooks.ts";
export * from "./schema/regular-pickups.ts";
