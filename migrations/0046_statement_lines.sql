CREATE TABLE "bank_statement_lines" (
	"statement_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"on" date,
	"kobo" bigint,
	"reference" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"codes" jsonb,
	"state" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"decided" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bank_statement_lines_statement_id_row_pk" PRIMARY KEY("statement_id","row"),
	CONSTRAINT "bank_statement_lines_state" CHECK ("bank_statement_lines"."state" in ('matched', 'doubtful', 'unknown', 'repeated', 'left_out', 'broken')),
	CONSTRAINT "bank_statement_lines_read" CHECK (("bank_statement_lines"."state" = 'broken') = ("bank_statement_lines"."kobo" is null))
);
--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "matching" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "matched" jsonb;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_statement_lines_state_row" ON "bank_statement_lines" USING btree ("statement_id","state","row");