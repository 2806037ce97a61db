CREATE TABLE "money_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "money_changes_kind" CHECK ("money_changes"."kind" in ('charged', 'credited', 'received', 'reversed', 'owed', 'handling', 'collected', 'paid_out')),
	CONSTRAINT "money_changes_method" CHECK ("money_changes"."method" in ('', 'cash', 'transfer', 'pos', 'online'))
);
--> statement-breakpoint
CREATE TABLE "money_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "money_days_day_kind_method_pk" PRIMARY KEY("day","kind","method")
);
--> statement-breakpoint
CREATE TABLE "money_lanes" (
	"span" text NOT NULL,
	"starts" date NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"kind" text NOT NULL,
	"kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "money_lanes_span_starts_from_state_to_state_kind_pk" PRIMARY KEY("span","starts","from_state","to_state","kind"),
	CONSTRAINT "money_lanes_span" CHECK ("money_lanes"."span" in ('day', 'month'))
);
--> statement-breakpoint
-- Money by Lagos day and lane, kept as the ledgers grow (docs/decisions/0026-money-numbers.md). The lane of a booking is that of its
-- addresses now: a correction moves its numbers, which is why each trigger locks the booking's row against one.
CREATE FUNCTION line_kobo(lines jsonb, wanted text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum((line->>'kobo')::bigint), 0)::bigint FROM jsonb_array_elements(lines) line WHERE line->>'kind' = wanted
$$;
--> statement-breakpoint
-- The VAT in an amount of handling, by the price list that counted when the collection was asked for; 7.5% where none did.
CREATE FUNCTION vat_in_handling(kobo bigint, asked timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  rate bigint := coalesce((
    SELECT CASE WHEN lagos_day(asked) >= document->'vat'->>'from' THEN (document->'vat'->>'perMille')::bigint ELSE 0 END
    FROM price_lists WHERE version IS NOT NULL AND published_at <= asked AND valid_from <= lagos_day(asked)::date
    ORDER BY valid_from DESC, version DESC LIMIT 1
  ), 75);
BEGIN
  RETURN (2 * kobo * rate + 1000 + rate) / (2 * (1000 + rate));
END
$$;
--> statement-breakpoint
-- What a charge changes against the one before it: on its own day, and in what is owed, by the day of booking.
CREATE FUNCTION add_charge(charge booking_charges, before booking_charges, change integer, parcel deliveries) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  credit bigint := line_kobo(before.lines, 'credit');
BEGIN
  INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
  SELECT v.day::date, v.kind, '', parcel.sender_state, parcel.receiver_state, change * v.kobo, change * v.vat, change * v.n
  FROM (SELECT line_kobo(charge.lines, 'credit') AS now, coalesce(credit, 0) AS was) credits,
    LATERAL (VALUES
      (lagos_day(charge.at), 'charged', charge.total_kobo - now - coalesce(before.total_kobo, 0) + was,
        line_kobo(charge.lines, 'vat') - coalesce(line_kobo(before.lines, 'vat'), 0), CASE WHEN before.id IS NULL THEN 1 ELSE 0 END),
      (lagos_day(charge.at), 'credited', was - now, 0::bigint, 0),
      (lagos_day(parcel.created_at), 'owed', charge.total_kobo - coalesce(before.total_kobo, 0), 0, 0)
    ) v (day, kind, kobo, vat, n)
  WHERE (v.kobo, v.vat, v.n) <> (0, 0, 0);
END
$$;
--> statement-breakpoint
-- Charges count in the order of their ids. One that comes after a newer one changes what that one added.
CREATE FUNCTION keep_money_charged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT id FROM added);
  charge booking_charges;
  before booking_charges;
  newer booking_charges;
  parcel deliveries;
BEGIN
  FOR charge IN SELECT * FROM added ORDER BY id LOOP
    SELECT * INTO STRICT parcel FROM deliveries WHERE id = charge.delivery_id FOR SHARE;
    SELECT * INTO before FROM booking_charges WHERE delivery_id = charge.delivery_id AND id < charge.id ORDER BY id DESC LIMIT 1;
    SELECT * INTO newer FROM booking_charges
      WHERE delivery_id = charge.delivery_id AND id > charge.id AND id <> ALL (ids) ORDER BY id LIMIT 1;
    PERFORM add_charge(charge, before, 1, parcel);
    IF newer.id IS NOT NULL THEN
      PERFORM add_charge(newer, charge, 1, parcel);
      PERFORM add_charge(newer, before, -1, parcel);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER booking_charges_keep_money AFTER INSERT ON booking_charges REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_money_charged();
--> statement-breakpoint
CREATE FUNCTION keep_money_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parcel deliveries;
BEGIN
  SELECT * INTO STRICT parcel FROM deliveries WHERE id = NEW.delivery_id FOR SHARE;
  INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
  SELECT v.day::date, v.kind, v.method, parcel.sender_state, parcel.receiver_state, v.kobo, 0, v.n
  FROM (VALUES
    (lagos_day(NEW.at), CASE NEW.direction WHEN 'in' THEN 'received' ELSE 'reversed' END, NEW.method, NEW.kobo, 1),
    (lagos_day(parcel.created_at), 'owed', '', CASE NEW.direction WHEN 'in' THEN -NEW.kobo ELSE NEW.kobo END, 0)
  ) v (day, kind, method, kobo, n);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payments_keep_money AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION keep_money_paid();
--> statement-breakpoint
-- After settlement_entries_keep, by its name: the handling of the booking has this entry in it. VAT is that of the sum, so that
-- what is reversed leaves none behind.
CREATE FUNCTION keep_money_settled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parcel deliveries;
  terms cash_on_delivery;
  sign integer := CASE NEW.kind WHEN 'reversed' THEN -1 ELSE 1 END;
BEGIN
  IF NEW.delivery_id IS NOT NULL THEN
    SELECT * INTO STRICT parcel FROM deliveries WHERE id = NEW.delivery_id FOR SHARE;
    SELECT * INTO STRICT terms FROM cash_on_delivery WHERE delivery_id = NEW.delivery_id;
  END IF;
  INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
  SELECT lagos_day(NEW.at)::date, v.kind, v.method, coalesce(parcel.sender_state, ''), coalesce(parcel.receiver_state, ''), v.kobo, v.vat, v.n
  FROM (VALUES
    ('collected', NEW.method, CASE WHEN NEW.delivery_id IS NULL THEN 0 ELSE NEW.gross_kobo END, 0::bigint, sign),
    ('handling', '', NEW.handling_kobo,
      vat_in_handling(terms.handling_kobo, terms.created_at) - vat_in_handling(terms.handling_kobo - NEW.handling_kobo, terms.created_at), 0),
    ('paid_out', NEW.method, CASE WHEN NEW.delivery_id IS NULL THEN -NEW.gross_kobo ELSE 0 END, 0, sign)
  ) v (kind, method, kobo, vat, n)
  WHERE v.kobo <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER settlement_entries_keep_money AFTER INSERT ON settlement_entries FOR EACH ROW EXECUTE FUNCTION keep_money_settled();
--> statement-breakpoint
-- Everything that a booking counts, or all of them where none is named, from the ledgers; no day is the day of booking.
CREATE FUNCTION money_facts(one_booking uuid)
RETURNS TABLE (delivery_id uuid, day date, kind text, method text, kobo bigint, vat_kobo bigint, n integer) LANGUAGE sql STABLE AS $$
  SELECT c.delivery_id, v.day::date, v.kind, '', v.kobo, v.vat_kobo, v.n
  FROM (
    SELECT b.delivery_id, at, total_kobo - coalesce(lag(total_kobo) OVER one, 0) AS total,
      line_kobo(lines, 'credit') - coalesce(lag(line_kobo(lines, 'credit')) OVER one, 0) AS credit,
      line_kobo(lines, 'vat') - coalesce(lag(line_kobo(lines, 'vat')) OVER one, 0) AS vat,
      CASE WHEN lag(id) OVER one IS NULL THEN 1 ELSE 0 END AS first
    FROM booking_charges b WHERE one_booking IS NULL OR b.delivery_id = one_booking
    WINDOW one AS (PARTITION BY b.delivery_id ORDER BY id)
  ) c, LATERAL (VALUES
    (lagos_day(at), 'charged', total - credit, vat, first), (lagos_day(at), 'credited', -credit, 0, 0), (NULL, 'owed', total, 0, 0)
  ) v (day, kind, kobo, vat_kobo, n)
  UNION ALL
  SELECT p.delivery_id, v.day::date, v.kind, v.method, v.kobo, 0, v.n
  FROM payments p, LATERAL (VALUES
    (lagos_day(at), CASE direction WHEN 'in' THEN 'received' ELSE 'reversed' END, p.method, p.kobo, 1),
    (NULL, 'owed', '', CASE direction WHEN 'in' THEN -p.kobo ELSE p.kobo END, 0)
  ) v (day, kind, method, kobo, n)
  WHERE one_booking IS NULL OR p.delivery_id = one_booking
  UNION ALL
  SELECT e.delivery_id, lagos_day(at)::date, v.kind, v.method, v.kobo, v.vat_kobo, v.n
  FROM (
    SELECT e.*, c.created_at AS asked, sum(e.handling_kobo) OVER (PARTITION BY e.delivery_id ORDER BY e.id)::bigint AS handling_so_far
    FROM settlement_entries e JOIN cash_on_delivery c ON c.delivery_id = e.delivery_id
    WHERE one_booking IS NULL OR e.delivery_id = one_booking
  ) e, LATERAL (VALUES
    ('collected', e.method, e.gross_kobo, 0::bigint, CASE e.kind WHEN 'reversed' THEN -1 ELSE 1 END),
    ('handling', '', e.handling_kobo,
      vat_in_handling(handling_so_far, asked) - vat_in_handling(handling_so_far - e.handling_kobo, asked), 0)
  ) v (kind, method, kobo, vat_kobo, n)
$$;
--> statement-breakpoint
-- A corrected address moves what the booking counts to its new lane.
CREATE FUNCTION move_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
  SELECT coalesce(f.day, lagos_day(booked)::date), f.kind, f.method, from_state, to_state, change * f.kobo, change * f.vat_kobo, change * f.n
  FROM money_facts(NEW.id) f, (VALUES
    (-1, OLD.sender_state, OLD.receiver_state, OLD.created_at), (1, NEW.sender_state, NEW.receiver_state, NEW.created_at)
  ) v (change, from_state, to_state, booked)
  WHERE (f.kobo, f.vat_kobo, f.n) <> (0, 0, 0);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_move_money AFTER UPDATE OF sender_state, receiver_state, created_at ON deliveries FOR EACH ROW
  WHEN ((OLD.sender_state, OLD.receiver_state, OLD.created_at) IS DISTINCT FROM (NEW.sender_state, NEW.receiver_state, NEW.created_at))
  EXECUTE FUNCTION move_money();
--> statement-breakpoint
-- Adds what changed to the numbers of its days, lanes and months, in one statement: a reader sees it before or after. One at a time;
-- returns how many rows it took.
CREATE FUNCTION fold_money_changes() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('fold_money_changes')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM money_changes RETURNING *
  ), days AS (
    INSERT INTO money_days AS kept (day, kind, method, kobo, vat_kobo, n)
    SELECT day, kind, method, sum(kobo), sum(vat_kobo), sum(n) FROM gone GROUP BY day, kind, method
    ON CONFLICT (day, kind, method) DO UPDATE
      SET kobo = kept.kobo + excluded.kobo, vat_kobo = kept.vat_kobo + excluded.vat_kobo, n = kept.n + excluded.n
  ), lanes AS (
    INSERT INTO money_lanes AS kept (span, starts, from_state, to_state, kind, kobo, vat_kobo, n)
    SELECT span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS starts,
      from_state, to_state, kind, sum(kobo), sum(vat_kobo), sum(n)
    FROM gone, (VALUES ('day'), ('month')) v (span)
    WHERE from_state <> '' AND kind NOT IN ('collected', 'paid_out')
    GROUP BY span, 2, from_state, to_state, kind
    ON CONFLICT (span, starts, from_state, to_state, kind) DO UPDATE
      SET kobo = kept.kobo + excluded.kobo, vat_kobo = kept.vat_kobo + excluded.vat_kobo, n = kept.n + excluded.n
  )
  SELECT count(*) INTO taken FROM gone;
  RETURN taken;
END
$$;
--> statement-breakpoint
-- Exports read the ledgers by day. Rows come in the order of their time, so a summary of each range of pages is enough.
CREATE INDEX booking_charges_at ON booking_charges USING brin (at) WITH (autosummarize = on);
--> statement-breakpoint
CREATE INDEX payments_at ON payments USING brin (at) WITH (autosummarize = on);
--> statement-breakpoint
CREATE INDEX settlement_entries_at ON settlement_entries USING brin (at) WITH (autosummarize = on);
--> statement-breakpoint
-- What was there before. The triggers above hold new rows of the ledgers back until this is committed.
INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
SELECT coalesce(f.day, lagos_day(d.created_at)::date), f.kind, f.method, d.sender_state, d.receiver_state, sum(f.kobo), sum(f.vat_kobo), sum(f.n)
FROM money_facts(NULL) f JOIN deliveries d ON d.id = f.delivery_id GROUP BY 1, 2, 3, 4, 5
UNION ALL
SELECT lagos_day(at)::date, 'paid_out', method, '', '', sum(-gross_kobo), 0, sum(CASE kind WHEN 'reversed' THEN -1 ELSE 1 END)
FROM settlement_entries WHERE delivery_id IS NULL GROUP BY 1, 3;
--> statement-breakpoint
SELECT fold_money_changes();
