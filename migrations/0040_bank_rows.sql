CREATE TABLE "bank_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account" text NOT NULL,
	"day" date NOT NULL,
	"direction" text NOT NULL,
	"kobo" bigint NOT NULL,
	"balance" bigint,
	"words" text NOT NULL,
	"place" integer NOT NULL,
	"shape" text NOT NULL,
	"outcome" text NOT NULL,
	"payment_id" uuid,
	"statement_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_name" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_note" text,
	"closed_by_name" text,
	CONSTRAINT "bank_rows_direction" CHECK ("bank_rows"."direction" in ('in', 'out')),
	CONSTRAINT "bank_rows_outcome" CHECK ("bank_rows"."outcome" in ('recorded', 'left_out', 'taken_back')),
	CONSTRAINT "bank_rows_kobo" CHECK ("bank_rows"."kobo" > 0)
);
--> statement-breakpoint
ALTER TABLE "bank_statement_lines" DROP CONSTRAINT "bank_statement_lines_read";--> statement-breakpoint
ALTER TABLE "bank_statement_lines" DROP CONSTRAINT "bank_statement_lines_state";--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD COLUMN "direction" text DEFAULT 'in' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD COLUMN "balance" bigint;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD COLUMN "broken" text;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD COLUMN "doubts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- A statement that is not recorded was read by the former reader, which could join or shift rows: it is uploaded again.
DELETE FROM "bank_statements" WHERE "recorded_at" IS NULL;--> statement-breakpoint
UPDATE "bank_statements" SET "matched" = "matched" || '{"proof": null, "faults": []}'
  || jsonb_build_object('counts', ("matched" -> 'counts') || jsonb_build_object('broken', coalesce("matched" -> 'broken', '0'), 'out', 0))
  WHERE "matched" IS NOT NULL;--> statement-breakpoint
UPDATE "bank_statements" SET "columns" = '{"out": null, "balance": null}' || "columns" WHERE "columns" IS NOT NULL;--> statement-breakpoint
UPDATE "bank_statement_shapes" SET "columns" = '{"out": null, "balance": null}' || "columns";--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "source" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "account" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "preview" jsonb NOT NULL DEFAULT '{"rows": [], "headingLine": 1, "heading": [], "columns": {"date": -1, "amount": -1, "out": null, "details": -1, "reference": null, "direction": null, "balance": null, "dayFirst": true}, "asksDays": false, "proven": false, "otherSheets": []}';--> statement-breakpoint
ALTER TABLE "bank_statements" ALTER COLUMN "source" DROP DEFAULT, ALTER COLUMN "account" DROP DEFAULT, ALTER COLUMN "preview" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_rows_once" ON "bank_rows" USING btree ("account","day","direction","kobo",coalesce(balance::text, words),"place");--> statement-breakpoint
CREATE INDEX "bank_rows_payment" ON "bank_rows" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "bank_rows_problems" ON "bank_rows" USING btree ("at","id") WHERE outcome = 'taken_back' and closed_at is null;--> statement-breakpoint
ALTER TABLE "bank_statements" DROP COLUMN "rows";--> statement-breakpoint
ALTER TABLE "bank_statements" DROP COLUMN "decimal_comma";--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_direction" CHECK ("bank_statement_lines"."direction" in ('in', 'out'));--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_state" CHECK ("bank_statement_lines"."state" in ('matched', 'doubtful', 'unknown', 'broken', 'repeated', 'left_out', 'out'));--> statement-breakpoint
-- PROFILE-6: what staff wrote when they closed the problem of a payment that the bank took back goes with the person, like
-- the note about an online payment.
CREATE OR REPLACE FUNCTION erase_words_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  words text[] := '{}';
BEGIN
  IF NEW.sender_email <> OLD.sender_email THEN
    words := words || words_of(OLD.sender_name, OLD.sender_email, OLD.sender_phone);
  END IF;
  IF NEW.receiver_phone <> OLD.receiver_phone THEN
    words := words || words_of(OLD.receiver_name, coalesce(OLD.receiver_email, ''), OLD.receiver_phone);
  END IF;
  UPDATE booking_charges SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL;
  UPDATE online_payments SET closed_note = NULL WHERE booking_id = NEW.id AND closed_note IS NOT NULL;
  UPDATE bank_rows SET closed_note = NULL FROM payments p
    WHERE p.id = bank_rows.payment_id AND p.booking_id = NEW.id AND bank_rows.closed_note IS NOT NULL;
  -- The note of a row of a statement says its day and place, and is read when the next statement is matched.
  UPDATE payments SET note = NULL WHERE booking_id = NEW.id AND note NOT LIKE 'Bank statement, %';
  UPDATE settlement_entries SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL;
  UPDATE payments SET reference = erased_reference(method, reference, words, id::text)
    WHERE booking_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  UPDATE settlement_entries SET reference = erased_reference(method, reference, words, id::text)
    WHERE booking_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  -- What a sender wrote about a transfer stays with the sender, unless it names the receiver.
  UPDATE transfer_notices SET reference = NULL, reason = NULL, form_hash = NULL
    WHERE booking_id = NEW.id AND EXISTS (SELECT FROM unnest(words) word WHERE strpos(upper(concat_ws(' ', reference, reason)), word) > 0);
  RETURN NULL;
END $function$;
