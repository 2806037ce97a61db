CREATE TABLE "receiver_links" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"pin" "bytea",
	CONSTRAINT "receiver_links_generation" CHECK ("receiver_links"."generation" >= 0)
);
--> statement-breakpoint
ALTER TABLE "receiver_links" ADD CONSTRAINT "receiver_links_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- RECEIVER-1, RECEIVER-4: whoever erases the receiver of a booking takes the PIN too. Its link is dead without them.
CREATE FUNCTION forget_receiver_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM receiver_links WHERE booking_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_forget_receiver_link AFTER UPDATE OF receiver_phone ON bookings FOR EACH ROW
  WHEN (NEW.receiver_phone = 'Not kept' AND OLD.receiver_phone <> 'Not kept') EXECUTE FUNCTION forget_receiver_link();
