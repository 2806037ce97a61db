ALTER TABLE "run_pieces" ADD COLUMN "loaded_by" text;--> statement-breakpoint
ALTER TABLE "run_pieces" ADD COLUMN "extra" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_pieces" ADD CONSTRAINT "run_pieces_loaded_by" CHECK ("run_pieces"."loaded_by" in ('scan', 'typed', 'list'));--> statement-breakpoint
ALTER TABLE "run_pieces" ADD CONSTRAINT "run_pieces_loaded" CHECK (("run_pieces"."loaded_at" is null) = ("run_pieces"."loaded_by" is null));