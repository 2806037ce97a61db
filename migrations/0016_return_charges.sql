ALTER TABLE "booking_charges" DROP CONSTRAINT "booking_charges_kind";--> statement-breakpoint
ALTER TABLE "booking_charges" DROP CONSTRAINT "booking_charges_quoted";--> statement-breakpoint
ALTER TABLE "booking_charges" ADD CONSTRAINT "booking_charges_kind" CHECK ("booking_charges"."kind" in ('quoted', 'set', 'return'));--> statement-breakpoint
ALTER TABLE "booking_charges" ADD CONSTRAINT "booking_charges_quoted" CHECK ("booking_charges"."kind" = 'return' or ("booking_charges"."kind" = 'quoted') = ("booking_charges"."price_list_version" is not null));