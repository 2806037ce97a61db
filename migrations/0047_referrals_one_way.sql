ALTER TABLE "referrals" ADD COLUMN "mutual" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Those that are there stay, with what they earned: the later of a pair is marked.
UPDATE "referrals" r SET "mutual" = true WHERE EXISTS (SELECT FROM "referrals" o
  WHERE o."referrer_id" = r."referred_id" AND o."referred_id" = r."referrer_id" AND (o."created_at", o."id") < (r."created_at", r."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_one_way" ON "referrals" USING btree (least("referrer_id", "referred_id"),greatest("referrer_id", "referred_id")) WHERE not mutual;