ALTER TABLE "form_receipts" RENAME TO "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "form_receipts_pkey" TO "idempotency_keys_pkey";--> statement-breakpoint
ALTER INDEX "form_receipts_created" RENAME TO "idempotency_keys_created";--> statement-breakpoint
ALTER TABLE "milestones" RENAME TO "one_time_seeds";--> statement-breakpoint
ALTER TABLE "one_time_seeds" RENAME CONSTRAINT "milestones_pkey" TO "one_time_seeds_pkey";
