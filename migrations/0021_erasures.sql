CREATE TABLE "erasures" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);
