-- REPORT-13: the time of the attempt beside its answer. An answer whose event is gone keeps its own time.
ALTER TABLE "attempt_answers" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE attempt_answers SET attempted_at = coalesce((SELECT occurred_at FROM booking_events WHERE id = event_id), answered_at);--> statement-breakpoint
ALTER TABLE "attempt_answers" ALTER COLUMN "attempted_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "attempt_answers_attempted" ON "attempt_answers" USING btree ("attempted_at","event_id","answer");
