CREATE TABLE "former_issuers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_issuers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"until" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"legal_name" text NOT NULL,
	"rc_number" text NOT NULL,
	"tin" text NOT NULL,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "former_issuers_until" ON "former_issuers" USING btree ("until");