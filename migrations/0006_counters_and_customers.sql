CREATE TABLE "counters" (
	"name" text NOT NULL,
	"shard" integer NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "counters_name_shard_pk" PRIMARY KEY("name","shard")
);
--> statement-breakpoint
CREATE TABLE "customer_summaries" (
	"email" text PRIMARY KEY NOT NULL,
	"booking_name" text,
	"booking_phone" text,
	"has_account" boolean DEFAULT false NOT NULL,
	"account_name" text,
	"account_phone" text,
	"bookings_count" integer DEFAULT 0 NOT NULL,
	"last_booking_at" timestamp (3) with time zone,
	"search" text GENERATED ALWAYS AS (lower(email || ' ' || coalesce(booking_name, '') || ' ' || coalesce(booking_phone, '') || ' ' || coalesce(account_name, '') || ' ' || coalesce(account_phone, ''))) STORED
);
--> statement-breakpoint
CREATE INDEX "customer_summaries_most" ON "customer_summaries" USING btree ("bookings_count" DESC NULLS FIRST,"email");--> statement-breakpoint
CREATE INDEX "deliveries_to_state_newest" ON "deliveries" USING btree ("receiver_state","created_at","id");