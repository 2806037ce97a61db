CREATE TABLE "shelf_count_pieces" (
	"count_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"scanned_at" timestamp (3) with time zone,
	"entry_id" bigint,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	CONSTRAINT "shelf_count_pieces_count_id_piece_id_pk" PRIMARY KEY("count_id","piece_id"),
	CONSTRAINT "shelf_count_pieces_outcome" CHECK ("shelf_count_pieces"."outcome" in ('here', 'turned_up', 'missing')),
	CONSTRAINT "shelf_count_pieces_scanned" CHECK (("shelf_count_pieces"."outcome" = 'missing') = ("shelf_count_pieces"."scanned_at" is null))
);
--> statement-breakpoint
CREATE TABLE "shelf_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hub_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended" text,
	"ended_by_user_id" uuid,
	"ended_by_name" text,
	CONSTRAINT "shelf_counts_how" CHECK ("shelf_counts"."ended" in ('closed', 'left')),
	CONSTRAINT "shelf_counts_ended" CHECK (("shelf_counts"."ended_at" is null) = ("shelf_counts"."ended" is null) and ("shelf_counts"."ended_at" is null) = ("shelf_counts"."ended_by_name" is null))
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_kind";--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "shelf_count_pieces" ADD CONSTRAINT "shelf_count_pieces_count_id_shelf_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."shelf_counts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_count_pieces" ADD CONSTRAINT "shelf_count_pieces_piece_id_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_count_pieces" ADD CONSTRAINT "shelf_count_pieces_entry_id_custody_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."custody_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_counts" ADD CONSTRAINT "shelf_counts_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shelf_count_pieces_piece" ON "shelf_count_pieces" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "shelf_count_pieces_entry" ON "shelf_count_pieces" USING btree ("entry_id") WHERE entry_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shelf_counts_one_open" ON "shelf_counts" USING btree ("hub_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "shelf_counts_hub" ON "shelf_counts" USING btree ("hub_id","started_at","id");--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('earlier', 'taken_back', 'booked', 'corrected', 'cancelled', 'noted', 'receiver_erased', 'status_set', 'picked_up', 'picked_up_unbooked', 'pickup_counted', 'loaded', 'sealed', 'sent_out', 'received', 'handed_over', 'handed_in', 'handed_to_rider', 'received_from_rider', 'delivered', 'attempted', 'corrected_deed', 'deed_kept', 'run_closed', 'shelf_counted', 'incident', 'rescheduled', 'day_moved', 'rider_left', 'transfer_asked', 'exception_opened', 'exception_decided', 'choice', 'attempt_answered', 'not_received', 'not_expected', 'message_failed', 'sender_decided', 'claim_opened', 'claim_decided', 'claim_paid', 'price_set', 'price_accepted', 'return_fee', 'paid', 'payment_reversed', 'collected', 'collection_reversed', 'paid_out', 'payout_reversed', 'cash_counted', 'cash_moved', 'cash_corrected', 'invoiced', 'business_paid', 'business_payment_reversed'));--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'refused_ahead', 'attempt_denied', 'attempts_used', 'lies_too_long', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'cash_difference', 'less_agreed', 'transfer_to_confirm', 'not_received', 'not_expected', 'receiver_not_told', 'to_complete'));