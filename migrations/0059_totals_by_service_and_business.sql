CREATE TABLE "subject_totals" (
	"view" text NOT NULL,
	"span" text NOT NULL,
	"starts" date NOT NULL,
	"subject" text NOT NULL,
	"bookings" integer NOT NULL,
	"revenue_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"credit_kobo" bigint NOT NULL,
	"paid_kobo" bigint NOT NULL,
	"owed_kobo" bigint NOT NULL,
	CONSTRAINT "subject_totals_view_span_starts_subject_pk" PRIMARY KEY("view","span","starts","subject"),
	CONSTRAINT "subject_totals_view" CHECK ("subject_totals"."view" in ('service', 'business')),
	CONSTRAINT "subject_totals_span" CHECK ("subject_totals"."span" in ('to_month_end', 'to_year_end'))
);
--> statement-breakpoint
ALTER TABLE "money_changes" ADD COLUMN "service" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "money_changes" ADD COLUMN "business_id" uuid;--> statement-breakpoint
-- REPORT-10: totals by service and by business. A booking counts for the service that it has now.
CREATE FUNCTION business_of(booking uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT business_id FROM business_bookings WHERE booking_id = booking
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_charge(charge booking_charges, before booking_charges, change integer, parcel bookings)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  credit bigint := line_kobo(before.lines, 'credit');
BEGIN
  INSERT INTO money_changes (day, kind, method, from_state, to_state, service, business_id, kobo, vat_kobo, n)
  SELECT v.day::date, v.kind, '', parcel.sender_state, parcel.receiver_state, parcel.delivery_type, business_of(parcel.id),
    change * v.kobo, change * v.vat, change * v.n
  FROM (SELECT line_kobo(charge.lines, 'credit') AS now, coalesce(credit, 0) AS was) credits,
    LATERAL (VALUES
      (lagos_day(charge.at), 'charged', charge.total_kobo - now - coalesce(before.total_kobo, 0) + was,
        line_kobo(charge.lines, 'vat') - coalesce(line_kobo(before.lines, 'vat'), 0), CASE WHEN before.id IS NULL THEN 1 ELSE 0 END),
      (lagos_day(charge.at), 'credited', was - now, 0::bigint, 0),
      (lagos_day(parcel.created_at), 'owed', charge.total_kobo - coalesce(before.total_kobo, 0), 0, 0)
    ) v (day, kind, kobo, vat, n)
  WHERE (v.kobo, v.vat, v.n) <> (0, 0, 0);
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_money_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parcel bookings;
BEGIN
  IF NEW.claim_id IS NOT NULL THEN
    INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
    VALUES (lagos_day(NEW.at)::date, 'compensated', NEW.method, '', '', CASE NEW.direction WHEN 'out' THEN NEW.kobo ELSE -NEW.kobo END, 0,
      CASE NEW.direction WHEN 'out' THEN 1 ELSE -1 END);
    RETURN NULL;
  END IF;
  SELECT * INTO STRICT parcel FROM bookings WHERE id = NEW.booking_id FOR SHARE;
  INSERT INTO money_changes (day, kind, method, from_state, to_state, service, business_id, kobo, vat_kobo, n)
  SELECT v.day::date, v.kind, v.method, parcel.sender_state, parcel.receiver_state, parcel.delivery_type, business_of(parcel.id), v.kobo, 0, v.n
  FROM (VALUES
    (lagos_day(NEW.at), CASE NEW.direction WHEN 'in' THEN 'received' ELSE 'reversed' END, NEW.method, NEW.kobo, 1),
    (lagos_day(parcel.created_at), 'owed', '', CASE NEW.direction WHEN 'in' THEN -NEW.kobo ELSE NEW.kobo END, 0)
  ) v (day, kind, method, kobo, n);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_money_settled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parcel bookings;
  terms cash_on_delivery;
  sign integer := CASE NEW.kind WHEN 'reversed' THEN -1 ELSE 1 END;
BEGIN
  IF NEW.booking_id IS NOT NULL AND NEW.method <> 'deducted' THEN
    SELECT * INTO STRICT parcel FROM bookings WHERE id = NEW.booking_id FOR SHARE;
    SELECT * INTO STRICT terms FROM cash_on_delivery WHERE booking_id = NEW.booking_id;
  END IF;
  INSERT INTO money_changes (day, kind, method, from_state, to_state, service, business_id, kobo, vat_kobo, n)
  SELECT lagos_day(NEW.at)::date, v.kind, v.method, coalesce(parcel.sender_state, ''), coalesce(parcel.receiver_state, ''),
    coalesce(parcel.delivery_type, ''), business_of(parcel.id), v.kobo, v.vat, v.n
  FROM (VALUES
    ('collected', NEW.method, CASE WHEN parcel.id IS NULL THEN 0 ELSE NEW.gross_kobo END, 0::bigint, sign),
    ('handling', '', NEW.cod_fee_kobo,
      vat_in_cod_fee(terms.cod_fee_kobo, terms.created_at) - vat_in_cod_fee(terms.cod_fee_kobo - NEW.cod_fee_kobo, terms.created_at), 0),
    ('paid_out', NEW.method, CASE WHEN parcel.id IS NULL THEN -NEW.gross_kobo ELSE 0 END, 0, sign)
  ) v (kind, method, kobo, vat, n)
  WHERE v.kobo <> 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO money_changes (day, kind, method, from_state, to_state, service, business_id, kobo, vat_kobo, n)
  SELECT coalesce(f.day, lagos_day(booked)::date), f.kind, f.method, from_state, to_state, service, business_of(NEW.id),
    change * f.kobo, change * f.vat_kobo, change * f.n
  FROM money_facts(NEW.id) f, (VALUES
    (-1, OLD.sender_state, OLD.receiver_state, OLD.delivery_type, OLD.created_at),
    (1, NEW.sender_state, NEW.receiver_state, NEW.delivery_type, NEW.created_at)
  ) v (change, from_state, to_state, service, booked)
  WHERE (f.kobo, f.vat_kobo, f.n) <> (0, 0, 0);
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER bookings_move_money ON bookings;--> statement-breakpoint
CREATE TRIGGER bookings_move_money AFTER UPDATE OF sender_state, receiver_state, delivery_type, created_at ON bookings FOR EACH ROW
  WHEN (OLD.sender_state IS DISTINCT FROM NEW.sender_state OR OLD.receiver_state IS DISTINCT FROM NEW.receiver_state
    OR OLD.delivery_type IS DISTINCT FROM NEW.delivery_type OR OLD.created_at IS DISTINCT FROM NEW.created_at)
  EXECUTE FUNCTION move_money();--> statement-breakpoint
-- What was written of a booking before it was its business's goes over to the business.
CREATE FUNCTION move_money_to_business() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parcel bookings;
BEGIN
  SELECT * INTO STRICT parcel FROM bookings WHERE id = NEW.booking_id FOR NO KEY UPDATE;
  INSERT INTO money_changes (day, kind, method, from_state, to_state, service, business_id, kobo, vat_kobo, n)
  SELECT coalesce(f.day, lagos_day(parcel.created_at)::date), f.kind, f.method, parcel.sender_state, parcel.receiver_state,
    parcel.delivery_type, business, change * f.kobo, change * f.vat_kobo, change * f.n
  FROM money_facts(NEW.booking_id) f, (VALUES (-1, NULL::uuid), (1, NEW.business_id)) v (change, business)
  WHERE (f.kobo, f.vat_kobo, f.n) <> (0, 0, 0);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER business_bookings_move_money AFTER INSERT ON business_bookings FOR EACH ROW EXECUTE FUNCTION move_money_to_business();--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_up_money_changes() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('roll_up_money_changes')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM money_changes RETURNING *
  ), days AS (
    INSERT INTO money_days AS kept (day, kind, method, kobo, vat_kobo, n)
    SELECT day, kind, method, sum(kobo), sum(vat_kobo), sum(n) FROM gone GROUP BY day, kind, method
    ON CONFLICT (day, kind, method) DO UPDATE
      SET kobo = kept.kobo + excluded.kobo, vat_kobo = kept.vat_kobo + excluded.vat_kobo, n = kept.n + excluded.n
  ), of_bookings AS (
    SELECT day, from_state, to_state, service, coalesce(business_id::text, 'none') AS business,
      coalesce(sum(n) FILTER (WHERE kind = 'charged'), 0)::bigint AS bookings,
      coalesce(sum(kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS revenue,
      coalesce(sum(vat_kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS vat,
      coalesce(sum(kobo) FILTER (WHERE kind = 'credited'), 0)::bigint AS credit,
      coalesce(sum(CASE kind WHEN 'received' THEN kobo ELSE -kobo END) FILTER (WHERE kind IN ('received', 'reversed')), 0)::bigint AS paid,
      coalesce(sum(kobo) FILTER (WHERE kind = 'owed'), 0)::bigint AS owed
    FROM gone WHERE from_state <> '' AND kind NOT IN ('collected', 'paid_out')
    GROUP BY day, from_state, to_state, service, business
  ), lane_days AS (
    SELECT day, from_state, to_state, sum(bookings) AS bookings, sum(revenue) AS revenue, sum(vat) AS vat, sum(credit) AS credit,
      sum(paid) AS paid, sum(owed) AS owed
    FROM of_bookings GROUP BY day, from_state, to_state
  ), lanes AS (
    INSERT INTO lane_totals AS kept
      (span, starts, from_state, to_state, bookings, revenue_kobo, vat_kobo, credit_kobo, paid_kobo, owed_kobo)
    SELECT span, starts, from_state, to_state, sum(bookings), sum(revenue), sum(vat), sum(credit), sum(paid), sum(owed)
    FROM lane_days, lane_starts(day) GROUP BY span, starts, from_state, to_state
    ON CONFLICT (span, starts, from_state, to_state) DO UPDATE
      SET bookings = kept.bookings + excluded.bookings, revenue_kobo = kept.revenue_kobo + excluded.revenue_kobo,
        vat_kobo = kept.vat_kobo + excluded.vat_kobo, credit_kobo = kept.credit_kobo + excluded.credit_kobo,
        paid_kobo = kept.paid_kobo + excluded.paid_kobo, owed_kobo = kept.owed_kobo + excluded.owed_kobo
  ), subject_days AS (
    SELECT day, view, subject, sum(bookings) AS bookings, sum(revenue) AS revenue, sum(vat) AS vat, sum(credit) AS credit,
      sum(paid) AS paid, sum(owed) AS owed
    FROM of_bookings, LATERAL (VALUES ('service', service), ('business', business)) v (view, subject)
    WHERE service <> '' GROUP BY day, view, subject
  ), subjects AS (
    INSERT INTO subject_totals AS kept
      (view, span, starts, subject, bookings, revenue_kobo, vat_kobo, credit_kobo, paid_kobo, owed_kobo)
    SELECT view, span, starts, subject, sum(bookings), sum(revenue), sum(vat), sum(credit), sum(paid), sum(owed)
    FROM subject_days, lane_starts(day) GROUP BY view, span, starts, subject
    ON CONFLICT (view, span, starts, subject) DO UPDATE
      SET bookings = kept.bookings + excluded.bookings, revenue_kobo = kept.revenue_kobo + excluded.revenue_kobo,
        vat_kobo = kept.vat_kobo + excluded.vat_kobo, credit_kobo = kept.credit_kobo + excluded.credit_kobo,
        paid_kobo = kept.paid_kobo + excluded.paid_kobo, owed_kobo = kept.owed_kobo + excluded.owed_kobo
  )
  SELECT count(*) INTO taken FROM gone;
  RETURN taken;
END
$$;--> statement-breakpoint
-- The money until now. A change that waits from before has no service, and is among these facts.
WITH subject_days AS (
  SELECT coalesce(f.day, lagos_day(b.created_at)::date) AS day, v.view, v.subject,
    coalesce(sum(f.n) FILTER (WHERE f.kind = 'charged'), 0)::bigint AS bookings,
    coalesce(sum(f.kobo) FILTER (WHERE f.kind IN ('charged', 'handling')), 0)::bigint AS revenue,
    coalesce(sum(f.vat_kobo) FILTER (WHERE f.kind IN ('charged', 'handling')), 0)::bigint AS vat,
    coalesce(sum(f.kobo) FILTER (WHERE f.kind = 'credited'), 0)::bigint AS credit,
    coalesce(sum(CASE f.kind WHEN 'received' THEN f.kobo ELSE -f.kobo END) FILTER (WHERE f.kind IN ('received', 'reversed')), 0)::bigint AS paid,
    coalesce(sum(f.kobo) FILTER (WHERE f.kind = 'owed'), 0)::bigint AS owed
  FROM money_facts(NULL) f JOIN bookings b ON b.id = f.booking_id LEFT JOIN business_bookings z ON z.booking_id = b.id,
    LATERAL (VALUES ('service', b.delivery_type), ('business', coalesce(z.business_id::text, 'none'))) v (view, subject)
  WHERE f.kind NOT IN ('collected', 'paid_out') GROUP BY 1, 2, 3
)
INSERT INTO subject_totals (view, span, starts, subject, bookings, revenue_kobo, vat_kobo, credit_kobo, paid_kobo, owed_kobo)
SELECT view, span, starts, subject, sum(bookings), sum(revenue), sum(vat), sum(credit), sum(paid), sum(owed)
FROM subject_days, lane_starts(day) GROUP BY view, span, starts, subject;
