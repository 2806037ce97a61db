ALTER TABLE "proofs" DROP CONSTRAINT "proofs_landmark";--> statement-breakpoint
ALTER TABLE "remembered_places" DROP CONSTRAINT "remembered_places_rider";--> statement-breakpoint
ALTER TABLE "remembered_places" DROP CONSTRAINT "remembered_places_receiver";--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_landmark" CHECK (length("proofs"."landmark") between 1 and 200);--> statement-breakpoint
ALTER TABLE "remembered_places" ADD CONSTRAINT "remembered_places_rider" CHECK (length("remembered_places"."rider_words") between 1 and 200);--> statement-breakpoint
ALTER TABLE "remembered_places" ADD CONSTRAINT "remembered_places_receiver" CHECK (length("remembered_places"."receiver_words") between 1 and 200);