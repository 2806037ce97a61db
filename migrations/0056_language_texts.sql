CREATE TABLE "language_texts" (
	"language" text NOT NULL,
	"english" text NOT NULL,
	"text" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "language_texts_language_english_pk" PRIMARY KEY("language","english")
);--> statement-breakpoint
CREATE TRIGGER language_texts_tell_pages AFTER INSERT OR UPDATE OR DELETE ON language_texts FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
