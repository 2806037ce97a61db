CREATE TABLE "acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"author_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"run_id" uuid,
	"deed_id" uuid,
	"takes_back" bigint,
	CONSTRAINT "acts_takes_back_unique" UNIQUE("takes_back"),
	CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('earlier', 'taken_back', 'booked', 'corrected', 'cancelled', 'noted', 'receiver_erased', 'status_set', 'picked_up', 'picked_up_unbooked', 'pickup_counted', 'loaded', 'sealed', 'sent_out', 'received', 'handed_over', 'handed_in', 'handed_to_rider', 'received_from_rider', 'delivered', 'attempted', 'corrected_deed', 'deed_kept', 'run_closed', 'incident', 'rescheduled', 'rider_left', 'transfer_asked', 'exception_opened', 'exception_decided', 'choice', 'attempt_answered', 'not_received', 'not_expected', 'message_failed', 'sender_decided', 'claim_opened', 'claim_decided', 'claim_paid', 'price_set', 'price_accepted', 'return_fee', 'paid', 'payment_reversed', 'collected', 'collection_reversed', 'paid_out', 'payout_reversed', 'cash_counted', 'cash_moved', 'cash_corrected')),
	CONSTRAINT "acts_source" CHECK ("acts"."source" in ('office', 'scan', 'phone', 'sender', 'receiver', 'program', 'earlier')),
	CONSTRAINT "acts_takes_back" CHECK (("acts"."kind" = 'taken_back') = ("acts"."takes_back" is not null))
);
--> statement-breakpoint
DROP INDEX "cash_entries_act";--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "act_id" bigint NOT NULL DEFAULT nextval('acts_id_seq');--> statement-breakpoint
ALTER TABLE "custody_entries" ADD COLUMN "act_id" bigint NOT NULL DEFAULT nextval('acts_id_seq');--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "act_id" bigint NOT NULL DEFAULT nextval('acts_id_seq');--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "act_id" bigint NOT NULL DEFAULT nextval('acts_id_seq');--> statement-breakpoint
ALTER TABLE "cash_entries" ADD COLUMN "act_id" bigint NOT NULL DEFAULT nextval('acts_id_seq');--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "act_id" bigint NOT NULL DEFAULT nextval('acts_id_seq');--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD COLUMN "act_id" bigint NOT NULL DEFAULT nextval('acts_id_seq');--> statement-breakpoint
-- Entries of cash that belonged together stay one act, with the deed of cash without a booking.
ALTER TABLE "cash_entries" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "cash_entries" e SET "act_id" = f."id" FROM (SELECT "act", min("act_id") AS "id" FROM "cash_entries" GROUP BY "act") f WHERE e."act" = f."act" AND e."act_id" <> f."id";--> statement-breakpoint
ALTER TABLE "cash_entries" ENABLE TRIGGER USER;--> statement-breakpoint
-- ACT-1: each row from before gets an act of its own, which cannot be taken back. Nothing is guessed from equal times.
INSERT INTO "acts" ("id", "kind", "source", "occurred_at", "received_at", "run_id") OVERRIDING SYSTEM VALUE
  SELECT "act_id", 'earlier', 'earlier', "occurred_at", "received_at", "run_id" FROM "booking_events";--> statement-breakpoint
INSERT INTO "acts" ("id", "kind", "source", "occurred_at", "received_at", "run_id") OVERRIDING SYSTEM VALUE
  SELECT "act_id", 'earlier', 'earlier', "occurred_at", "received_at", "run_id" FROM "custody_entries";--> statement-breakpoint
INSERT INTO "acts" ("id", "kind", "source", "occurred_at", "received_at", "run_id") OVERRIDING SYSTEM VALUE
  SELECT "act_id", 'earlier', 'earlier', "opened_at", "opened_at", "run_id" FROM "exceptions";--> statement-breakpoint
INSERT INTO "acts" ("id", "kind", "source", "occurred_at", "received_at", "run_id") OVERRIDING SYSTEM VALUE
  SELECT "act_id", 'earlier', 'earlier', "occurred_at", "received_at", "run_id" FROM "proofs";--> statement-breakpoint
INSERT INTO "acts" ("id", "kind", "source", "occurred_at", "received_at", "run_id", "deed_id") OVERRIDING SYSTEM VALUE
  SELECT DISTINCT ON ("act_id") "act_id", 'earlier', 'earlier', "occurred_at", "received_at", "run_id", CASE "part" WHEN 'unbooked' THEN "act" END FROM "cash_entries" ORDER BY "act_id", "id";--> statement-breakpoint
INSERT INTO "acts" ("id", "kind", "source", "occurred_at", "received_at") OVERRIDING SYSTEM VALUE
  SELECT "act_id", 'earlier', 'earlier', "at", "at" FROM "payments";--> statement-breakpoint
INSERT INTO "acts" ("id", "kind", "source", "occurred_at", "received_at") OVERRIDING SYSTEM VALUE
  SELECT "act_id", 'earlier', 'earlier', "at", "at" FROM "settlement_entries";--> statement-breakpoint
ALTER TABLE "booking_events" ALTER COLUMN "act_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "custody_entries" ALTER COLUMN "act_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "exceptions" ALTER COLUMN "act_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "proofs" ALTER COLUMN "act_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "cash_entries" ALTER COLUMN "act_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "act_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settlement_entries" ALTER COLUMN "act_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_takes_back_acts_id_fk" FOREIGN KEY ("takes_back") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acts_run" ON "acts" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "acts_deed" ON "acts" USING btree ("deed_id") WHERE deed_id is not null;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_entries" ADD CONSTRAINT "custody_entries_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_events_act" ON "booking_events" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "custody_entries_act" ON "custody_entries" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "exceptions_act" ON "exceptions" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "proofs_act" ON "proofs" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "payments_act" ON "payments" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "settlement_entries_act" ON "settlement_entries" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "cash_entries_act" ON "cash_entries" USING btree ("act_id");--> statement-breakpoint
ALTER TABLE "cash_entries" DROP COLUMN "act";--> statement-breakpoint
CREATE TRIGGER acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "acts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
