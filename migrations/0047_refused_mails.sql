CREATE TABLE "mail_server_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"series" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"doubted_since" timestamp (3) with time zone,
	CONSTRAINT "mail_server_state_one" CHECK ("mail_server_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "refused_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL,
	"series" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"job_queue" text NOT NULL,
	"job" jsonb NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refused_mails" ADD CONSTRAINT "refused_mails_address_refused_addresses_address_fk" FOREIGN KEY ("address") REFERENCES "public"."refused_addresses"("address") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refused_addresses_newest" ON "refused_addresses" USING btree ("refused_at");--> statement-breakpoint
CREATE INDEX "refused_addresses_series" ON "refused_addresses" USING btree ("series");--> statement-breakpoint
CREATE INDEX "refused_mails_address" ON "refused_mails" USING btree ("address");--> statement-breakpoint
CREATE INDEX "refused_mails_held" ON "refused_mails" USING btree ("held_at");