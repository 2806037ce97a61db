CREATE TABLE "track_languages" (
	"language" text PRIMARY KEY NOT NULL,
	"texts_hash" text NOT NULL,
	"read_by" text NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER track_languages_tell_pages AFTER INSERT OR DELETE OR UPDATE ON track_languages FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
