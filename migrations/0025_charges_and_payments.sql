CREATE TABLE "booking_balances" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"charge_id" bigint,
	"price_kobo" bigint,
	"paid_kobo" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "booking_balances_paid" CHECK ("booking_balances"."paid_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "booking_charges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_charges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"price_list_version" integer,
	"lines" jsonb NOT NULL,
	"total_kobo" bigint NOT NULL,
	"by_user_id" uuid,
	"by_name" text,
	"note" text,
	"at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "booking_charges_kind" CHECK ("booking_charges"."kind" in ('quoted', 'set')),
	CONSTRAINT "booking_charges_total" CHECK ("booking_charges"."total_kobo" between 0 and 100000000000),
	CONSTRAINT "booking_charges_quoted" CHECK (("booking_charges"."kind" = 'quoted') = ("booking_charges"."price_list_version" is not null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"delivery_id" uuid NOT NULL,
	"method" text NOT NULL,
	"direction" text NOT NULL,
	"kobo" bigint NOT NULL,
	"reference" text,
	"reverses" uuid,
	"note" text,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "payments_reference" UNIQUE("method","reference"),
	CONSTRAINT "payments_method" CHECK ("payments"."method" in ('cash', 'transfer', 'pos', 'online')),
	CONSTRAINT "payments_direction" CHECK ("payments"."direction" in ('in', 'out')),
	CONSTRAINT "payments_kobo" CHECK ("payments"."kobo" between 1 and 100000000000),
	CONSTRAINT "payments_out" CHECK ("payments"."direction" = 'in' or "payments"."reverses" is not null)
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "declared_value_kobo" bigint;--> statement-breakpoint
ALTER TABLE "booking_balances" ADD CONSTRAINT "booking_balances_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_charges" ADD CONSTRAINT "booking_charges_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reverses_payments_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_charges_delivery" ON "booking_charges" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "payments_delivery" ON "payments" USING btree ("delivery_id","at","id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_declared_value" CHECK ("deliveries"."declared_value_kobo" between 1 and 100000000000);--> statement-breakpoint
-- A charge is frozen: it is never changed, but that its sender accepts it once.
CREATE FUNCTION keep_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.accepted_at IS NULL AND NEW.accepted_at IS NOT NULL
     AND to_jsonb(NEW) - 'accepted_at' = to_jsonb(OLD) - 'accepted_at' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a charge is never changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER booking_charges_stay BEFORE UPDATE OR DELETE ON booking_charges
  FOR EACH ROW EXECUTE FUNCTION keep_charge();
--> statement-breakpoint
CREATE TRIGGER booking_charges_no_truncate BEFORE TRUNCATE ON booking_charges
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A reversal takes back one payment as it was.
CREATE FUNCTION check_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM payments p WHERE p.id = NEW.reverses AND p.reverses IS NULL AND p.delivery_id = NEW.delivery_id
      AND p.method = NEW.method AND p.kobo = NEW.kobo AND p.direction <> NEW.direction
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its payment' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payments_reversal BEFORE INSERT ON payments
  FOR EACH ROW WHEN (NEW.reverses IS NOT NULL) EXECUTE FUNCTION check_reversal();
--> statement-breakpoint
-- Price and sum of payments are kept as rows are added; the newest charge counts, in whatever order they arrive.
CREATE FUNCTION keep_booking_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_balances (delivery_id, charge_id, price_kobo) VALUES (NEW.delivery_id, NEW.id, NEW.total_kobo)
  ON CONFLICT (delivery_id) DO UPDATE SET charge_id = EXCLUDED.charge_id, price_kobo = EXCLUDED.price_kobo
    WHERE booking_balances.charge_id IS NULL OR booking_balances.charge_id < EXCLUDED.charge_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER booking_charges_keep_price AFTER INSERT ON booking_charges
  FOR EACH ROW EXECUTE FUNCTION keep_booking_price();
--> statement-breakpoint
CREATE FUNCTION keep_booking_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_balances (delivery_id) VALUES (NEW.delivery_id) ON CONFLICT DO NOTHING;
  UPDATE booking_balances SET paid_kobo = paid_kobo + CASE NEW.direction WHEN 'in' THEN NEW.kobo ELSE -NEW.kobo END
    WHERE delivery_id = NEW.delivery_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payments_keep_paid AFTER INSERT ON payments
  FOR EACH ROW EXECUTE FUNCTION keep_booking_paid();
--> statement-breakpoint
-- Home and the booking form say whether there are prices. After the row's own trigger, so that lists in memory are read again first.
CREATE TRIGGER price_lists_tell_pages AFTER INSERT OR UPDATE OR DELETE ON price_lists
  FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
