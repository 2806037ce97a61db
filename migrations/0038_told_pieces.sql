CREATE TABLE "told_pieces" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "told_pieces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deed_id" uuid NOT NULL,
	"rider_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"piece_id" uuid,
	"booking_id" uuid,
	"other_id" uuid,
	"kobo" bigint DEFAULT 0 NOT NULL,
	"pin" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended" text,
	CONSTRAINT "told_pieces_kind" CHECK ("told_pieces"."kind" in ('delivered', 'attempted', 'picked_up', 'picked_up_unbooked', 'handed_to_hub', 'handed_to_rider', 'received_from_rider', 'incident', 'transfer_asked', 'undo', 'corrected', 'not_understood')),
	CONSTRAINT "told_pieces_pin" CHECK ("told_pieces"."pin" in ('wrong', 'unchecked')),
	CONSTRAINT "told_pieces_end" CHECK ("told_pieces"."ended" in ('confirmed', 'refused', 'undone')),
	CONSTRAINT "told_pieces_ended" CHECK (("told_pieces"."ended_at" is null) = ("told_pieces"."ended" is null)),
	CONSTRAINT "told_pieces_kobo" CHECK ("told_pieces"."kobo" >= 0)
);
--> statement-breakpoint
ALTER TABLE "rider_deeds" DROP CONSTRAINT "rider_deeds_flags";--> statement-breakpoint
ALTER TABLE "rider_deeds" DISABLE TRIGGER rider_deeds_stay;--> statement-breakpoint
UPDATE "rider_deeds" SET "flags" = array_replace("flags", 'unknown_piece', 'not_yours') WHERE 'unknown_piece' = ANY("flags");--> statement-breakpoint
ALTER TABLE "rider_deeds" ENABLE TRIGGER rider_deeds_stay;--> statement-breakpoint
ALTER TABLE "rider_devices" ADD COLUMN "foreign_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rider_devices" ADD COLUMN "foreign_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "told_pieces" ADD CONSTRAINT "told_pieces_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_pieces" ADD CONSTRAINT "told_pieces_piece_id_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_pieces" ADD CONSTRAINT "told_pieces_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_pieces" ADD CONSTRAINT "told_pieces_other_id_riders_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "told_pieces_deed" ON "told_pieces" USING btree ("deed_id");--> statement-breakpoint
CREATE INDEX "told_pieces_device" ON "told_pieces" USING btree ("device_id","received_at");--> statement-breakpoint
CREATE INDEX "told_pieces_rider" ON "told_pieces" USING btree ("rider_id","ended_at");--> statement-breakpoint
CREATE INDEX "told_pieces_piece" ON "told_pieces" USING btree ("piece_id") WHERE piece_id is not null;--> statement-breakpoint
CREATE INDEX "told_pieces_booking" ON "told_pieces" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "told_pieces_other" ON "told_pieces" USING btree ("other_id") WHERE other_id is not null;--> statement-breakpoint
CREATE INDEX "told_pieces_open" ON "told_pieces" USING btree ("received_at") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "rider_deeds" ADD CONSTRAINT "rider_deeds_flags" CHECK ("rider_deeds"."flags" <@ array['time_bounded', 'revoked_phone', 'newer_by_staff', 'not_on_run', 'not_yours', 'unknown_run', 'late_undo', 'nothing_to_undo', 'pin_wrong', 'proof_missing', 'amount_differs', 'number_again', 'not_understood']);