-- Made from the migrations by app/platform/db/schema-text.operations.test.ts: read it, and change it by a migration.

set check_function_bodies = off;

create extension if not exists pg_trgm;

create sequence counter_shards as bigint;

CREATE OR REPLACE FUNCTION business_of(booking uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT business_id FROM business_bookings WHERE booking_id = booking
$function$;

CREATE OR REPLACE FUNCTION count_again(tables text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  one text;
BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY (tables) LOOP
    EXECUTE format('ANALYZE %I', one);
  END LOOP;
END
$function$;

CREATE OR REPLACE FUNCTION count_riders(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  facts rider_facts[] := ARRAY(SELECT f FROM rider_facts_of(ids) f);
BEGIN
  INSERT INTO rider_days AS kept SELECT * FROM rider_changes(ids, facts)
  ON CONFLICT (rider_id, day, did, since) DO UPDATE SET n = kept.n + excluded.n;
  DELETE FROM rider_facts WHERE booking_id = ANY (ids);
  INSERT INTO rider_facts SELECT * FROM unnest(facts);
END
$function$;

CREATE OR REPLACE FUNCTION counter_shard()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  own text := current_setting('ona.counter_shard', true);
BEGIN
  IF own IS NULL OR own = '' THEN
    own := set_config('ona.counter_shard', nextval('counter_shards')::text, false);
  END IF;
  RETURN own::integer;
END
$function$;

CREATE OR REPLACE FUNCTION erase_phone(phone text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  digits CONSTANT text := right(regexp_replace(phone, '[^0-9]', '', 'g'), 10);
  -- Not a part of a longer number.
  pattern CONSTANT text := '(^|[^0-9])([+]?234|0)?[ ()./-]*' || regexp_replace(left(digits, 9), '(.)', '\1[ ()./-]*', 'g') || right(digits, 1) || '([^0-9]|$)';
  done integer;
  noted integer;
BEGIN
  IF length(digits) < 10 THEN
    RETURN 0;
  END IF;
  UPDATE exceptions SET note = NULL, desk_note = NULL, details = NULL, close_note = NULL
    WHERE kind = 'to_complete' AND closed_at IS NOT NULL
      AND concat_ws(' ', note, desk_note, details, close_note) ~ pattern;
  GET DIAGNOSTICS noted = ROW_COUNT;
  UPDATE rider_deeds SET body = '{}' WHERE kind = 'picked_up_unbooked' AND body::text ~ pattern
    AND NOT EXISTS (SELECT FROM exceptions e WHERE e.subject = 'deed ' || deed_id AND e.closed_at IS NULL);
  GET DIAGNOSTICS done = ROW_COUNT;
  RETURN done + noted;
END $function$;

CREATE OR REPLACE FUNCTION erased_reference(method text, reference text, words text[], row_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN method <> 'online' AND reference NOT LIKE 'STATEMENT-%'
    AND (reference LIKE '%@%' OR EXISTS (SELECT FROM unnest(words) word WHERE strpos(upper(reference), word) > 0))
    THEN 'ERASED ' || row_id ELSE reference END
$function$;

CREATE OR REPLACE FUNCTION hold_for_payees(entries bigint[], sign integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM payees WHERE id IN (SELECT payee_id FROM settlement_entries WHERE cash_entry_id = ANY (entries)) ORDER BY id FOR UPDATE;
  UPDATE payees p SET held_kobo = p.held_kobo + sign * s.net
  FROM (
    SELECT payee_id, sum(gross_kobo - cod_fee_kobo)::bigint AS net FROM settlement_entries
    WHERE cash_entry_id = ANY (entries) AND NOT is_frozen(booking_id) GROUP BY 1
  ) s
  WHERE p.id = s.payee_id AND s.net <> 0;
END
$function$;

CREATE OR REPLACE FUNCTION is_erased(booking uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM bookings WHERE id = booking
    AND (sender_email = 'deleted-customer@account.invalid' OR sender_phone = 'Not kept' OR receiver_phone = 'Not kept'))
$function$;

CREATE OR REPLACE FUNCTION is_frozen(booking uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM claims c WHERE c.booking_id = booking AND c.frozen_from IS NOT NULL AND c.frozen_to IS NULL)
$function$;

CREATE OR REPLACE FUNCTION is_prepaid(booking uuid, method text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT method = 'online' AND EXISTS (SELECT FROM bookings b WHERE b.id = booking AND b.status <> 'delivered')
$function$;

CREATE OR REPLACE FUNCTION lagos_day(at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN to_char((at AT TIME ZONE 'UTC') + interval '1 hour', 'YYYY-MM-DD');
END
$function$;

CREATE OR REPLACE FUNCTION lane_starts(day date)
 RETURNS TABLE(span text, starts date)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT 'to_month_end', generate_series(date_trunc('month', day::timestamp), day::timestamp, '1 day')::date
  UNION ALL
  SELECT 'to_year_end', generate_series(date_trunc('year', day::timestamp), day::timestamp, '1 month')::date
$function$;

CREATE OR REPLACE FUNCTION line_kobo(lines jsonb, wanted text)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN coalesce((SELECT sum((line->>'kobo')::bigint) FROM jsonb_array_elements(lines) line WHERE line->>'kind' = wanted), 0);
END
$function$;

CREATE OR REPLACE FUNCTION money_facts(one_booking uuid)
 RETURNS TABLE(booking_id uuid, day date, kind text, method text, kobo bigint, vat_kobo bigint, n integer)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.booking_id, v.day::date, v.kind, '', v.kobo, v.vat_kobo, v.n
  FROM (
    SELECT b.booking_id, at, total_kobo - coalesce(lag(total_kobo) OVER one, 0) AS total,
      line_kobo(lines, 'credit') - coalesce(lag(line_kobo(lines, 'credit')) OVER one, 0) AS credit,
      line_kobo(lines, 'vat') - coalesce(lag(line_kobo(lines, 'vat')) OVER one, 0) AS vat,
      CASE WHEN lag(id) OVER one IS NULL THEN 1 ELSE 0 END AS first
    FROM booking_charges b WHERE one_booking IS NULL OR b.booking_id = one_booking
    WINDOW one AS (PARTITION BY b.booking_id ORDER BY id)
  ) c, LATERAL (VALUES
    (lagos_day(at), 'charged', total - credit, vat, first), (lagos_day(at), 'credited', -credit, 0, 0), (NULL, 'owed', total, 0, 0)
  ) v (day, kind, kobo, vat_kobo, n)
  UNION ALL
  SELECT p.booking_id, v.day::date, v.kind, v.method, v.kobo, 0, v.n
  FROM payments p, LATERAL (VALUES
    (lagos_day(at), CASE direction WHEN 'in' THEN 'received' ELSE 'reversed' END, p.method, p.kobo, 1),
    (NULL, 'owed', '', CASE direction WHEN 'in' THEN -p.kobo ELSE p.kobo END, 0)
  ) v (day, kind, method, kobo, n)
  WHERE p.claim_id IS NULL AND (one_booking IS NULL OR p.booking_id = one_booking)
  UNION ALL
  SELECT e.booking_id, lagos_day(at)::date, v.kind, v.method, v.kobo, v.vat_kobo, v.n
  FROM (
    SELECT e.*, c.created_at AS asked, sum(e.cod_fee_kobo) OVER (PARTITION BY e.booking_id ORDER BY e.id)::bigint AS cod_fee_so_far
    FROM settlement_entries e JOIN cash_on_delivery c ON c.booking_id = e.booking_id
    WHERE e.method <> 'deducted' AND (one_booking IS NULL OR e.booking_id = one_booking)
  ) e, LATERAL (VALUES
    ('collected', e.method, e.gross_kobo, 0::bigint, CASE e.kind WHEN 'reversed' THEN -1 ELSE 1 END),
    ('handling', '', e.cod_fee_kobo,
      vat_in_cod_fee(cod_fee_so_far, asked) - vat_in_cod_fee(cod_fee_so_far - e.cod_fee_kobo, asked), 0)
  ) v (kind, method, kobo, vat_kobo, n)
$function$;

CREATE OR REPLACE FUNCTION numbers_not_rolled_up()
 RETURNS TABLE(day date, hub_id uuid, run_id uuid, from_state text, to_state text, picked_up integer, arrived integer, departed integer, sent_out integer, delivered integer, on_time integer, first_tries integer, first_delivered integer, attempts integer, missing integer, returned integer)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT n.* FROM (SELECT array_agg(c) AS changes FROM parcel_changes c) every, numbers_of_changes(every.changes) n
$function$;

CREATE OR REPLACE FUNCTION roll_up_money_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  taken integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('roll_up_money_changes')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM money_changes WHERE id IN (SELECT id FROM money_changes ORDER BY id LIMIT most) RETURNING *
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
$function$;

CREATE OR REPLACE FUNCTION roll_up_parcel_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  taken integer;
BEGIN
  IF NOT EXISTS (SELECT FROM parcel_changes) OR NOT pg_try_advisory_xact_lock(hashtext('roll_up_parcel_changes')) THEN
    RETURN 0;
  END IF;
  WITH bookings_of_part AS (
    SELECT DISTINCT booking_id FROM (SELECT booking_id FROM parcel_changes ORDER BY id LIMIT most) first
  ), gone AS (
    DELETE FROM parcel_changes c USING bookings_of_part p WHERE c.booking_id = p.booking_id RETURNING c AS change
  ), numbers AS MATERIALIZED (
    SELECT n.* FROM (SELECT array_agg(change) AS changes FROM gone) every, numbers_of_changes(every.changes) n
  ), hub_days AS (
    INSERT INTO parcel_hub_days AS kept (day, hub_id,
      picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    SELECT day, hub_id,
      sum(picked_up), sum(arrived), sum(departed), sum(sent_out), sum(delivered), sum(on_time), sum(first_tries),
      sum(first_delivered), sum(attempts), sum(missing), sum(returned)
    FROM numbers GROUP BY day, hub_id
    ON CONFLICT (day, hub_id) DO UPDATE SET
      picked_up = kept.picked_up + excluded.picked_up, arrived = kept.arrived + excluded.arrived,
      departed = kept.departed + excluded.departed, sent_out = kept.sent_out + excluded.sent_out,
      delivered = kept.delivered + excluded.delivered, on_time = kept.on_time + excluded.on_time,
      first_tries = kept.first_tries + excluded.first_tries, first_delivered = kept.first_delivered + excluded.first_delivered,
      attempts = kept.attempts + excluded.attempts, missing = kept.missing + excluded.missing,
      returned = kept.returned + excluded.returned
  ), run_sums AS (
    INSERT INTO parcel_runs AS kept (run_id,
      picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    SELECT run_id,
      sum(picked_up), sum(arrived), sum(departed), sum(sent_out), sum(delivered), sum(on_time), sum(first_tries),
      sum(first_delivered), sum(attempts), sum(missing), sum(returned)
    FROM numbers WHERE run_id <> '00000000-0000-0000-0000-000000000000' GROUP BY run_id
    ON CONFLICT (run_id) DO UPDATE SET
      picked_up = kept.picked_up + excluded.picked_up, arrived = kept.arrived + excluded.arrived,
      departed = kept.departed + excluded.departed, sent_out = kept.sent_out + excluded.sent_out,
      delivered = kept.delivered + excluded.delivered, on_time = kept.on_time + excluded.on_time,
      first_tries = kept.first_tries + excluded.first_tries, first_delivered = kept.first_delivered + excluded.first_delivered,
      attempts = kept.attempts + excluded.attempts, missing = kept.missing + excluded.missing,
      returned = kept.returned + excluded.returned
  ), lane_days AS (
    SELECT day, from_state, to_state,
      sum(picked_up) AS picked_up, sum(arrived) AS arrived, sum(departed) AS departed, sum(sent_out) AS sent_out,
      sum(delivered) AS delivered, sum(on_time) AS on_time, sum(first_tries) AS first_tries,
      sum(first_delivered) AS first_delivered, sum(attempts) AS attempts, sum(missing) AS missing, sum(returned) AS returned
    FROM numbers GROUP BY day, from_state, to_state
  ), lanes AS (
    INSERT INTO parcel_lane_totals AS kept (span, starts, from_state, to_state,
      picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    SELECT span, starts, from_state, to_state,
      sum(picked_up), sum(arrived), sum(departed), sum(sent_out), sum(delivered), sum(on_time), sum(first_tries),
      sum(first_delivered), sum(attempts), sum(missing), sum(returned)
    FROM lane_days, lane_starts(day) GROUP BY span, starts, from_state, to_state
    ON CONFLICT (span, starts, from_state, to_state) DO UPDATE SET
      picked_up = kept.picked_up + excluded.picked_up, arrived = kept.arrived + excluded.arrived,
      departed = kept.departed + excluded.departed, sent_out = kept.sent_out + excluded.sent_out,
      delivered = kept.delivered + excluded.delivered, on_time = kept.on_time + excluded.on_time,
      first_tries = kept.first_tries + excluded.first_tries, first_delivered = kept.first_delivered + excluded.first_delivered,
      attempts = kept.attempts + excluded.attempts, missing = kept.missing + excluded.missing,
      returned = kept.returned + excluded.returned
  )
  SELECT count(*) INTO taken FROM gone;
  RETURN taken;
END
$function$;

CREATE OR REPLACE FUNCTION roll_up_payee_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed uuid[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('roll_up_payee_changes')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM payee_changes WHERE payee_id IN (SELECT DISTINCT payee_id FROM payee_changes LIMIT most) RETURNING *
  ), totals AS (
    INSERT INTO payee_totals AS kept (span, starts, payee_id, collected_kobo, fee_kobo, deducted_kobo, paid_out_kobo)
    SELECT span, starts, payee_id, sum(collected_kobo), sum(fee_kobo), sum(deducted_kobo), sum(paid_out_kobo)
    FROM gone, lane_starts(day) GROUP BY span, starts, payee_id
    ON CONFLICT (span, starts, payee_id) DO UPDATE
      SET collected_kobo = kept.collected_kobo + excluded.collected_kobo, fee_kobo = kept.fee_kobo + excluded.fee_kobo,
        deducted_kobo = kept.deducted_kobo + excluded.deducted_kobo, paid_out_kobo = kept.paid_out_kobo + excluded.paid_out_kobo
  )
  SELECT array_agg(DISTINCT payee_id) INTO changed FROM gone;
  -- A later entry may be read here: its own change is then counted again in the next round.
  DELETE FROM payee_days WHERE payee_id = ANY (changed);
  INSERT INTO payee_days SELECT * FROM payee_days_of(changed);
  RETURN coalesce(cardinality(changed), 0);
END
$function$;

CREATE OR REPLACE FUNCTION search_fold(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT CASE WHEN octet_length(words) = char_length(words) THEN translate(lower(words), '''`', '')
  ELSE replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(translate(words, '''`´‘’‛ʹʻʼʽʾʿˈˊˋ′＇', ''), NFKD), '[\u00AD\u02BC\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g')),
    'ɓɗɖƙƴŋøđłħŧɛɔəǝıς', 'bddkynodlhteoeeiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ð', 'd'), 'þ', 'th') END
$function$;

CREATE OR REPLACE FUNCTION tell_pages(topics text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF cardinality(topics) > 100 THEN
    PERFORM pg_notify('ona_live', 'page:all');
  ELSE
    PERFORM pg_notify('ona_live', 'page:' || topic) FROM unnest(topics) topic;
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION vat_in_cod_fee(kobo bigint, asked timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  rate bigint := coalesce((
    SELECT CASE WHEN lagos_day(asked) >= document->'vat'->>'from' THEN (document->'vat'->>'perMille')::bigint ELSE 0 END
    FROM price_lists WHERE version IS NOT NULL AND published_at <= asked AND valid_from <= lagos_day(asked)::date
    ORDER BY valid_from DESC, version DESC LIMIT 1
  ), 75);
BEGIN
  RETURN (2 * kobo * rate + 1000 + rate) / (2 * (1000 + rate));
END
$function$;

CREATE OR REPLACE FUNCTION webhook_body(message text, f jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('type', message, 'timestamp', webhook_time(coalesce(f->>'receivedAt', f->>'at')), 'data', CASE
    WHEN message = 'ping' THEN '{}'::jsonb
    WHEN message = 'settlement.paid' THEN jsonb_build_object('id', f->'entry', 'amount', webhook_naira(f->'kobo'))
    ELSE jsonb_build_object(
        'code', f->'code', 'reference', f->'reference', 'sequence', f->'sequence',
        'event', jsonb_build_object('id', f->'event', 'kind', f->'kind', 'piece', f->'piece',
          'text', coalesce(webhook_words(f->>'kind', f->>'reason', f->>'to'), f->>'kind')),
        'status', f->'to', 'previous_status', f->'from',
        'reason', CASE WHEN f->>'reason' IS NOT NULL
          THEN jsonb_build_object('code', f->'reason', 'text', webhook_words(NULL, f->>'reason', NULL)) END,
        'promised_day', lagos_day((f->>'promised')::timestamptz),
        'occurred_at', webhook_time(f->>'occurredAt'), 'received_at', webhook_time(f->>'receivedAt'))
      || CASE message WHEN 'booking.price_set' THEN jsonb_build_object('price', webhook_naira(f->'priceKobo'))
           WHEN 'payment.recorded' THEN jsonb_build_object('paid', webhook_naira(f->'paidKobo')) ELSE '{}'::jsonb END
    END)::text
$function$;

CREATE OR REPLACE FUNCTION webhook_naira(kobo jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN jsonb_typeof(kobo) = 'number' THEN jsonb_build_object('amount', kobo, 'currency', 'NGN') ELSE 'null'::jsonb END
$function$;

CREATE OR REPLACE FUNCTION webhook_time(at text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT to_char(at::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION webhook_words(kind text, reason text, to_status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN reason = 'nobody_home' THEN 'Nobody was home to receive the parcel.'
    WHEN reason = 'phone_not_answered' THEN 'The receiver''s phone was not answered.'
    WHEN reason = 'address_not_found' THEN 'We could not find the delivery address.'
    WHEN reason = 'refused' THEN 'The receiver did not accept the parcel.'
    WHEN reason = 'refused_after_opening' THEN 'The receiver looked inside and did not accept the parcel.'
    WHEN reason = 'wrong_item' THEN 'The receiver says that the item is not the one they ordered.'
    WHEN reason = 'another_day' THEN 'The receiver asked for another day.'
    WHEN reason = 'place_closed' THEN 'The delivery address was closed.'
    WHEN reason = 'could_not_pay' THEN 'The receiver could not pay the amount to collect.'
    WHEN reason = 'damaged' THEN 'The parcel was damaged on the way. We are sorry.'
    WHEN reason = 'lost' THEN 'We cannot find the parcel at the moment. We are sorry, and we are looking for it.'
    WHEN reason = 'area_unsafe' THEN 'The area was not safe for our rider.'
    WHEN reason = 'vehicle_broke_down' THEN 'Our vehicle broke down.'
    WHEN reason = 'held_by_authorities' THEN 'The authorities stopped our vehicle.'
    WHEN reason = 'weather' THEN 'The weather did not allow delivery.'
    WHEN reason = 'other' THEN 'We could not deliver the parcel this time.'
    WHEN reason = 'cancelled' THEN 'The sender cancelled this parcel.'
    WHEN kind = 'booked' THEN 'Booked'
    WHEN kind = 'undone' THEN 'Undone'
    WHEN kind = 'picked_up' THEN 'Picked up'
    WHEN kind = 'arrived_at_hub' THEN 'Arrived at our office'
    WHEN kind = 'left_hub' THEN 'Left our office'
    WHEN kind = 'out_for_delivery' THEN 'Out for delivery'
    WHEN kind = 'attempted' THEN 'Delivery attempted'
    WHEN kind = 'rescheduled' THEN 'Delivery on another day'
    WHEN kind = 'held_for_collection' THEN 'Ready to collect at our office'
    WHEN kind = 'delivered' THEN 'Delivered'
    WHEN kind = 'return_started' THEN 'Going back to the sender'
    WHEN kind = 'returned' THEN 'Returned to the sender'
    WHEN kind = 'cancelled' THEN 'Cancelled by the sender'
    WHEN kind = 'incident' THEN 'Incident'
    WHEN kind = 'corrected' THEN 'Details corrected'
    WHEN kind = 'price_set' THEN 'Price set'
    WHEN kind = 'price_accepted' THEN 'Price accepted'
    WHEN kind = 'paid' THEN 'Payment'
    WHEN kind = 'not_received' THEN 'Receiver says: not received'
    WHEN kind = 'claim_opened' THEN 'Claim opened'
    WHEN kind = 'claim_decided' THEN 'Claim decided'
    WHEN kind = 'day_chosen' THEN 'Receiver chose another day'
    WHEN kind = 'hold_chosen' THEN 'Receiver will collect it'
    WHEN kind = 'person_named' THEN 'Receiver named who takes it'
    WHEN kind = 'landmark_given' THEN 'Landmark from the receiver'
    WHEN kind = 'refusal_announced' THEN 'Receiver does not want it'
    WHEN kind = 'rider_note' THEN 'Note to the rider from the receiver'
    WHEN kind = 'choice_ended' THEN 'Receiver''s choice taken back'
    WHEN kind = 'attempt_confirmed' THEN 'Receiver confirmed the attempt'
    WHEN kind = 'attempt_denied' THEN 'Receiver denied the attempt'
    WHEN kind = 'day_moved' THEN 'New delivery day'
    WHEN kind = 'noted' THEN 'Team note'
    WHEN to_status = 'pending' THEN 'Pending'
    WHEN to_status = 'in_transit' THEN 'In Transit'
    WHEN to_status = 'delivered' THEN 'Delivered'
    WHEN to_status = 'failed' THEN 'Failed'
  END
$function$;

CREATE OR REPLACE FUNCTION words_of(name text, email text, phone text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(array_agg(word), '{}') FROM (
    SELECT upper(w) AS word FROM regexp_split_to_table(name, '[^[:alpha:]]+') w WHERE length(w) >= 3
    UNION SELECT upper(email) WHERE email <> ''
    UNION SELECT right(regexp_replace(phone, '[^0-9]', '', 'g'), 8) WHERE length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 8
  ) words
$function$;

create table activity_logs (
  id bigint generated always as identity not null,
  created_at timestamp(3) with time zone default now() not null,
  admin_id uuid,
  admin_name text not null,
  admin_email text not null,
  action text not null,
  description text not null,
  entity_type text,
  entity_id text,
  ip text
);

create table acts (
  id bigint generated always as identity not null,
  kind text not null,
  source text not null,
  author_id uuid,
  occurred_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  run_id uuid,
  deed_id uuid,
  takes_back bigint,
  phone_id uuid,
  phone_number integer
);

create table admin_members (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  admin_role text not null,
  last_access_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null
);

create table api_bookings (
  booking_id uuid not null,
  owner_id uuid not null,
  reference text,
  metadata jsonb default '{}'::jsonb not null,
  test_speed text,
  created_at timestamp(3) with time zone default now() not null
);

create table api_keys (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  store_id uuid,
  label text not null,
  mode text not null,
  access text not null,
  key_hash bytea not null,
  hint text not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  last_used_from text,
  networks jsonb default '[]'::jsonb not null,
  revoked_at timestamp(3) with time zone,
  business_id uuid
);

create table attempt_answers (
  event_id bigint not null,
  booking_id uuid not null,
  answer text not null,
  words text,
  answered_at timestamp(3) with time zone not null,
  attempted_at timestamp(3) with time zone not null
);

create table bank_rows (
  id uuid default gen_random_uuid() not null,
  account text not null,
  day date not null,
  direction text not null,
  kobo bigint not null,
  balance bigint,
  words text not null,
  place integer not null,
  shape text not null,
  outcome text not null,
  payment_id uuid,
  statement_id uuid not null,
  at timestamp(3) with time zone not null,
  by_name text not null,
  closed_at timestamp(3) with time zone,
  closed_note text,
  closed_by_name text,
  credit_id bigint
);

create table bank_statement_lines (
  statement_id uuid not null,
  "row" integer not null,
  "on" date,
  kobo bigint,
  reference text default ''::text not null,
  text text default ''::text not null,
  key text default ''::text not null,
  codes jsonb,
  state text not null,
  parts jsonb default '[]'::jsonb not null,
  why text default ''::text not null,
  decided boolean default false not null,
  direction text default 'in'::text not null,
  balance bigint,
  words text default ''::text not null,
  broken text,
  doubts jsonb default '[]'::jsonb not null
);

create table bank_statement_shapes (
  shape text not null,
  columns jsonb not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table bank_statements (
  id uuid default gen_random_uuid() not null,
  form_key uuid not null,
  form_hash bytea,
  columns jsonb,
  decisions jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  by_user_id uuid,
  by_name text not null,
  recorded_at timestamp(3) with time zone,
  recorded_payments integer,
  recorded_kobo bigint,
  matching integer default 0 not null,
  matched jsonb,
  source text not null,
  account text not null,
  preview jsonb not null
);

create table booking_balances (
  booking_id uuid not null,
  charge_id bigint,
  price_kobo bigint,
  paid_kobo bigint default 0 not null
);

create table booking_batch_rows (
  batch_id uuid not null,
  "row" integer not null,
  cells jsonb not null,
  fields jsonb not null,
  fault text,
  chosen_at timestamp(3) with time zone,
  booking_id uuid,
  tracking_code text,
  total_kobo bigint,
  refused text
);

create table booking_batches (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  user_id uuid not null,
  store_id uuid,
  admin_id uuid,
  sender jsonb not null,
  columns jsonb not null,
  heading_row integer not null,
  rows_hash bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  confirmed_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  business_id uuid
);

create table booking_charges (
  id bigint generated always as identity not null,
  booking_id uuid not null,
  kind text not null,
  price_list_version integer,
  lines jsonb not null,
  total_kobo bigint not null,
  by_user_id uuid,
  by_name text,
  note text,
  at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone
);

create table booking_events (
  id bigint generated always as identity not null,
  booking_id uuid not null,
  occurred_at timestamp(3) with time zone default now() not null,
  from_status text,
  to_status text not null,
  by_user_id uuid,
  by_name text,
  note text,
  kind text default 'status_set'::text not null,
  reason text,
  undoes bigint,
  changes jsonb,
  received_at timestamp(3) with time zone default now() not null,
  piece integer,
  hub_id uuid,
  run_id uuid,
  incident text,
  act_id bigint not null,
  new_day date,
  new_day_why text
);

create table bookings (
  id uuid default gen_random_uuid() not null,
  tracking_code text not null,
  form_key uuid not null,
  customer_id uuid,
  order_id uuid,
  sender_name text not null,
  sender_email text not null,
  sender_phone text not null,
  sender_address text not null,
  sender_town text,
  sender_state text not null,
  receiver_name text not null,
  receiver_phone text not null,
  receiver_address text not null,
  receiver_town text,
  receiver_state text not null,
  package_description text not null,
  share_description boolean default false not null,
  package_weight numeric(8,3) not null,
  package_type text not null,
  delivery_type text not null,
  referral_code text,
  referrer_id uuid,
  notes text,
  status text default 'pending'::text not null,
  version integer default 1 not null,
  estimated_delivery timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  delivered_at timestamp(3) with time zone,
  form_hash bytea,
  declared_value_kobo bigint,
  state_doubt boolean default false,
  label_printed_at timestamp(3) with time zone,
  staff_note text,
  assignee_id uuid,
  pieces integer default 1 not null,
  pays_delivery text default 'sender_before'::text not null,
  may_look_inside boolean default false not null,
  drop_off_hub_id uuid,
  receiver_email text,
  search text generated always as (search_fold(((((((((((((((((((tracking_code || ' '::text) || sender_name) || ' '::text) || sender_email) || ' '::text) || sender_phone) || ' '::text) || receiver_name) || ' '::text) || receiver_phone) || ' '::text) || sender_address) || ' '::text) || COALESCE(sender_town, ''::text)) || ' '::text) || receiver_address) || ' '::text) || COALESCE(receiver_town, ''::text)))) stored,
  batch_id uuid,
  pickup_day date,
  pickup_half text,
  moved_to timestamp(3) with time zone,
  promised_day timestamp(3) with time zone generated always as (COALESCE(moved_to, estimated_delivery)) stored not null
);

create table business_agreements (
  id uuid default gen_random_uuid() not null,
  business_id uuid not null,
  version integer not null,
  discount_per_mille integer not null,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null,
  document jsonb
);

create table business_bookings (
  booking_id uuid not null,
  business_id uuid not null,
  on_account boolean not null,
  agreement_id uuid,
  cost_centre text,
  created_at timestamp(3) with time zone default now() not null
);

create table business_credits (
  id bigint generated always as identity not null,
  business_id uuid not null,
  kind text not null,
  kobo bigint not null,
  method text,
  reference text,
  payment_id uuid,
  reverses bigint,
  note text,
  act_id bigint not null,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null
);

create table business_events (
  id bigint generated always as identity not null,
  business_id uuid not null,
  text text not null,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null
);

create table business_invites (
  id uuid default gen_random_uuid() not null,
  business_id uuid not null,
  email text not null,
  role text not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null
);

create table business_members (
  business_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp(3) with time zone default now() not null
);

create table business_online_payments (
  id uuid default gen_random_uuid() not null,
  business_id uuid not null,
  reference text not null,
  kobo bigint not null,
  state text default 'open'::text not null,
  checkout_url text,
  next_check_at timestamp(3) with time zone,
  received_amount bigint,
  received_currency text,
  created_at timestamp(3) with time zone default now() not null,
  decided_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  closed_note text,
  closed_by_name text
);

create table businesses (
  id uuid default gen_random_uuid() not null,
  name text not null,
  rc_number text,
  tin text,
  address text not null,
  phone text not null,
  email text not null,
  state text default 'asked'::text not null,
  reason text,
  terms_days integer default 14 not null,
  limit_kobo bigint default 0 not null,
  grace_days integer default 7 not null,
  used_kobo bigint default 0 not null,
  credit_kobo bigint default 0 not null,
  decided_at timestamp(3) with time zone,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  search text generated always as (search_fold(((((((name || ' '::text) || COALESCE(rc_number, ''::text)) || ' '::text) || email) || ' '::text) || phone))) stored,
  rows_a_day integer default 2000 not null
);

create table cash_accounts (
  holder_kind text not null,
  holder_id uuid not null,
  balance_kobo bigint default 0 not null,
  change_kobo bigint default 0 not null,
  ahead_kobo bigint default 0 not null,
  since timestamp(3) with time zone,
  last_entry bigint not null
);

create table cash_entries (
  id bigint generated always as identity not null,
  holder_kind text not null,
  holder_id uuid not null,
  kind text not null,
  kobo bigint not null,
  part text,
  booking_id uuid,
  run_id uuid,
  occurred_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  notes jsonb,
  reason text,
  reference text,
  bank_day date,
  approved_by_name text,
  reverses bigint,
  covered_at timestamp(3) with time zone,
  by_user_id uuid,
  by_name text not null,
  act_id bigint not null
);

create table cash_on_delivery (
  booking_id uuid not null,
  payee_id uuid not null,
  amount_kobo bigint not null,
  cod_fee_per_mille integer not null,
  cod_fee_minimum_kobo bigint not null,
  collected_kobo bigint default 0 not null,
  cod_fee_kobo bigint default 0 not null,
  recorded_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null
);

create table claim_entries (
  id bigint generated always as identity not null,
  claim_id uuid not null,
  kind text not null,
  words text,
  kobo bigint,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null
);

create table claims (
  id uuid default gen_random_uuid() not null,
  booking_id uuid not null,
  kind text not null,
  state text default 'open'::text not null,
  words text,
  owner_id uuid,
  opened_at timestamp(3) with time zone not null,
  opened_by_name text not null,
  due_at timestamp(3) with time zone not null,
  frozen_from bigint,
  frozen_to bigint,
  paid_out_kobo bigint default 0 not null,
  outcome text,
  decision text,
  granted_kobo bigint default 0 not null,
  decided_at timestamp(3) with time zone,
  decided_by_user_id uuid,
  decided_by_name text,
  closed_at timestamp(3) with time zone,
  version integer default 1 not null
);

create table company_account (
  id integer default 1 not null,
  bank text not null,
  account_name text not null,
  account_number text not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table company_settings (
  id integer default 1 not null,
  facts jsonb not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  looks_at_new_stores boolean default false not null
);

create table consents (
  id uuid default gen_random_uuid() not null,
  phone text not null,
  purpose text not null,
  text_version text not null,
  language text default 'en'::text not null,
  booking_id uuid,
  withdraws uuid,
  note text,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null
);

create table contact_messages (
  id uuid default gen_random_uuid() not null,
  form_key uuid not null,
  name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  is_read boolean default false not null,
  read_at timestamp(3) with time zone,
  replied_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  form_hash bytea,
  claim_id uuid,
  search text generated always as (search_fold(((((((((name || ' '::text) || email) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || subject) || ' '::text) || message))) stored
);

create table contact_replies (
  id uuid default gen_random_uuid() not null,
  form_key uuid not null,
  message_id uuid not null,
  by_user_id uuid,
  body text not null,
  created_at timestamp(3) with time zone default now() not null,
  form_hash bytea
);

create table counters (
  name text not null,
  shard integer not null,
  n bigint not null
) with (fillfactor=50);

create table custody_entries (
  id bigint generated always as identity not null,
  piece_id uuid not null,
  from_kind text not null,
  from_id uuid,
  to_kind text not null,
  to_id uuid,
  occurred_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  method text not null,
  run_id uuid,
  claim boolean default false not null,
  reverses bigint,
  by_user_id uuid,
  by_name text not null,
  act_id bigint not null
);

create table customer_notes (
  id uuid default gen_random_uuid() not null,
  form_key uuid not null,
  form_hash bytea,
  email text not null,
  body text not null,
  by_user_id uuid,
  by_name text not null,
  created_at timestamp(3) with time zone default now() not null
);

create table customer_summaries (
  email text not null,
  booking_name text,
  booking_phone text,
  has_account boolean default false not null,
  account_name text,
  account_phone text,
  bookings_count integer default 0 not null,
  last_booking_at timestamp(3) with time zone,
  id uuid default gen_random_uuid() not null,
  search text generated always as (search_fold(((((((((email || ' '::text) || COALESCE(booking_name, ''::text)) || ' '::text) || COALESCE(booking_phone, ''::text)) || ' '::text) || COALESCE(account_name, ''::text)) || ' '::text) || COALESCE(account_phone, ''::text)))) stored
);

create table email_links (
  id uuid default gen_random_uuid() not null,
  email text not null,
  purpose text not null,
  token_hash bytea not null,
  browser_hash bytea,
  data jsonb default '{}'::jsonb not null,
  next text,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  asked_from text
);

create table erased_receivers (
  booking_id uuid not null,
  erased_at timestamp(3) with time zone not null
);

create table erasures (
  person_id uuid not null,
  email_hash bytea not null,
  erased_at timestamp(3) with time zone not null
);

create table exceptions (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject text not null,
  booking_id uuid,
  piece_id uuid,
  run_id uuid,
  hub_id uuid,
  incident text,
  note text,
  details jsonb,
  owner_id uuid,
  opened_at timestamp(3) with time zone not null,
  opened_by_name text not null,
  due_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  close_reason text,
  close_note text,
  closed_by_user_id uuid,
  closed_by_name text,
  version integer default 1 not null,
  desk_note text,
  act_id bigint not null
);

create table former_issuers (
  id bigint generated always as identity not null,
  until timestamp(3) with time zone not null,
  name text not null,
  legal_name text not null,
  rc_number text not null,
  tin text not null,
  address text not null
);

create table hub_areas (
  hub_id uuid not null,
  state text not null,
  town text default ''::text not null
);

create table hub_members (
  member_id uuid not null,
  hub_id uuid not null
);

create table hubs (
  id uuid default gen_random_uuid() not null,
  name text not null,
  code text not null,
  phone text not null,
  address text not null,
  town text,
  state text not null,
  hours text default ''::text not null,
  active boolean default true not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table idempotency_keys (
  key uuid not null,
  response jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  form_hash bytea
);

create table invoice_lines (
  id bigint generated always as identity not null,
  invoice_id uuid not null,
  booking_id uuid not null,
  charge_id bigint not null,
  label text not null,
  cost_centre text,
  kobo bigint not null,
  vat_kobo bigint not null
);

create table invoice_numbers (
  kind text not null,
  year integer not null,
  last integer not null
);

create table invoice_reminders (
  invoice_id uuid not null,
  kind text not null,
  at timestamp(3) with time zone not null
);

create table invoices (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  year integer not null,
  serial integer not null,
  business_id uuid not null,
  until timestamp(3) with time zone not null,
  issued_on date not null,
  due_on date not null,
  total_kobo bigint not null,
  vat_kobo bigint not null,
  seller jsonb not null,
  buyer jsonb not null,
  act_id bigint not null,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null
);

create table kept_forms (
  id uuid default gen_random_uuid() not null,
  token_hash bytea not null,
  owner text not null,
  path text not null,
  content bytea not null,
  link_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null
);

create table lane_hours (
  from_hub_id uuid not null,
  to_hub_id uuid not null,
  hours integer not null
);

create table lane_totals (
  span text not null,
  starts date not null,
  from_state text not null,
  to_state text not null,
  bookings integer not null,
  revenue_kobo bigint not null,
  vat_kobo bigint not null,
  credit_kobo bigint not null,
  paid_kobo bigint not null,
  owed_kobo bigint not null
);

create table language_texts (
  language text not null,
  english text not null,
  text text not null,
  read_at timestamp(3) with time zone not null
);

create table mail_server_state (
  id integer default 1 not null,
  series integer default 0 not null,
  refused integer default 0 not null,
  accepted_at timestamp(3) with time zone,
  doubted_since timestamp(3) with time zone
);

create table mails (
  id uuid not null,
  kind text not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  booking_id uuid,
  sent_at timestamp(3) with time zone not null,
  about_id uuid
);

create table message_months (
  month date not null,
  spent_kobo bigint default 0 not null
);

create table money_changes (
  id bigint generated always as identity not null,
  day date not null,
  kind text not null,
  method text not null,
  from_state text not null,
  to_state text not null,
  kobo bigint not null,
  vat_kobo bigint not null,
  n integer not null,
  service text default ''::text not null,
  business_id uuid
);

create table money_days (
  day date not null,
  kind text not null,
  method text not null,
  kobo bigint not null,
  vat_kobo bigint not null,
  n integer not null
);

create table one_time_seeds (
  name text not null,
  at timestamp(3) with time zone not null
);

create table online_payments (
  id uuid default gen_random_uuid() not null,
  booking_id uuid not null,
  reference text not null,
  kobo bigint not null,
  state text default 'open'::text not null,
  checkout_url text,
  next_check_at timestamp(3) with time zone,
  problem text,
  received_amount bigint,
  received_currency text,
  created_at timestamp(3) with time zone default now() not null,
  decided_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  closed_note text,
  closed_by_name text,
  returns_check_at timestamp(3) with time zone,
  refunded_amount bigint,
  dispute text,
  pays text default 'price'::text not null
);

create table order_events (
  id bigint generated always as identity not null,
  order_id uuid not null,
  at timestamp(3) with time zone default now() not null,
  from_status text,
  to_status text not null,
  by_user_id uuid
);

create table order_lines (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  product_id uuid,
  "position" integer not null,
  name text not null,
  unit_price_kobo bigint not null,
  quantity integer not null,
  stock_taken integer default 0 not null
);

create table orders (
  id uuid default gen_random_uuid() not null,
  code text not null,
  view_token text not null,
  form_key uuid not null,
  store_id uuid not null,
  customer_id uuid,
  buyer_name text,
  buyer_phone text,
  status text default 'new'::text not null,
  total_kobo bigint not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  form_hash bytea,
  delivery_address text,
  delivery_state text,
  landmark text,
  search text generated always as (search_fold(((((code || ' '::text) || COALESCE(buyer_name, ''::text)) || ' '::text) || COALESCE(buyer_phone, ''::text)))) stored
);

create table parcel_changes (
  id bigint generated always as identity not null,
  booking_id uuid not null,
  event_id bigint,
  from_state text,
  to_state text,
  pieces integer,
  due date,
  day date,
  hub_id uuid,
  run_id uuid,
  missing integer
);

create table parcel_hub_days (
  day date not null,
  hub_id uuid not null,
  picked_up integer not null,
  arrived integer not null,
  departed integer not null,
  sent_out integer not null,
  delivered integer not null,
  on_time integer not null,
  first_tries integer not null,
  first_delivered integer not null,
  attempts integer not null,
  missing integer not null,
  returned integer not null
);

create table parcel_lane_totals (
  span text not null,
  starts date not null,
  from_state text not null,
  to_state text not null,
  picked_up integer not null,
  arrived integer not null,
  departed integer not null,
  sent_out integer not null,
  delivered integer not null,
  on_time integer not null,
  first_tries integer not null,
  first_delivered integer not null,
  attempts integer not null,
  missing integer not null,
  returned integer not null
);

create table parcel_runs (
  run_id uuid not null,
  picked_up integer not null,
  arrived integer not null,
  departed integer not null,
  sent_out integer not null,
  delivered integer not null,
  on_time integer not null,
  first_tries integer not null,
  first_delivered integer not null,
  attempts integer not null,
  missing integer not null,
  returned integer not null
);

create table partners (
  id uuid default gen_random_uuid() not null,
  company text not null,
  phone text not null,
  active boolean default true not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table passwords (
  user_id uuid not null,
  hash text not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table payee_changes (
  id bigint generated always as identity not null,
  day date not null,
  payee_id uuid not null,
  collected_kobo bigint not null,
  fee_kobo bigint not null,
  deducted_kobo bigint not null,
  paid_out_kobo bigint not null
);

create table payee_days (
  day date not null,
  payee_id uuid not null,
  took integer[] not null,
  days integer not null
);

create table payee_totals (
  span text not null,
  starts date not null,
  payee_id uuid not null,
  collected_kobo bigint not null,
  fee_kobo bigint not null,
  deducted_kobo bigint not null,
  paid_out_kobo bigint not null
);

create table payees (
  id uuid default gen_random_uuid() not null,
  customer_id uuid,
  store_id uuid,
  bank text,
  account_name text,
  account_number text,
  account_since timestamp(3) with time zone,
  owed_kobo bigint default 0 not null,
  owed_since timestamp(3) with time zone,
  stated_week date,
  created_at timestamp(3) with time zone default now() not null,
  held_kobo bigint default 0 not null
);

create table payments (
  id uuid default gen_random_uuid() not null,
  booking_id uuid not null,
  method text not null,
  direction text not null,
  kobo bigint not null,
  reference text,
  reverses uuid,
  note text,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null,
  cash_entry_id bigint,
  claim_id uuid,
  act_id bigint not null
);

create table pictures (
  key text not null,
  store_id uuid,
  bytes integer not null,
  width integer not null,
  height integer not null,
  created_at timestamp(3) with time zone default now() not null
);

create table pieces (
  id uuid default gen_random_uuid() not null,
  booking_id uuid not null,
  number integer not null,
  holder_kind text default 'sender'::text not null,
  holder_id uuid,
  held_since timestamp(3) with time zone,
  to_hub_id uuid,
  "returning" boolean default false not null,
  sticker text
);

create table price_lists (
  id uuid default gen_random_uuid() not null,
  version integer,
  valid_from date,
  document jsonb not null,
  revision integer default 1 not null,
  based_on integer,
  published_by_name text,
  published_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table products (
  id uuid default gen_random_uuid() not null,
  store_id uuid not null,
  name text not null,
  description text,
  category text,
  price_kobo bigint not null,
  stock_quantity integer,
  is_active boolean default true not null,
  image_key text,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  search text generated always as (search_fold(((((name || ' '::text) || COALESCE(description, ''::text)) || ' '::text) || COALESCE(category, ''::text)))) stored
);

create table profiles (
  id uuid default gen_random_uuid() not null,
  email text not null,
  first_name text,
  last_name text,
  full_name text generated always as (NULLIF(btrim(((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text))), ''::text)) stored,
  phone text,
  address text,
  referral_code text,
  email_verified_at timestamp(3) with time zone,
  last_sign_in_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  tells_receivers boolean default true not null
);

create table proof_pictures (
  id uuid default gen_random_uuid() not null,
  deed_id uuid not null,
  number integer not null,
  kind text not null,
  key text,
  received_at timestamp(3) with time zone not null,
  forgotten_at timestamp(3) with time zone
);

create table proofs (
  id bigint generated always as identity not null,
  deed_id uuid not null,
  booking_id uuid not null,
  pieces integer[] not null,
  run_id uuid,
  kind text not null,
  pin_state text,
  taken_by text,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  called_at timestamp(3) with time zone,
  pictures integer default 0 not null,
  flags text[] default '{}'::text[] not null,
  note text,
  occurred_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  by_user_id uuid,
  by_name text not null,
  forgotten_at timestamp(3) with time zone,
  landmark text,
  act_id bigint not null
);

create unlogged table rate_limits (
  key text not null,
  points integer default 0 not null,
  expire bigint
) with (fillfactor=50);

create table receiver_choices (
  id bigint generated always as identity not null,
  booking_id uuid not null,
  kind text not null,
  slot text not null,
  day date,
  promised_before timestamp(3) with time zone,
  hub_id uuid,
  taker text,
  taker_name text,
  taker_phone text,
  words text,
  made_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  ended_by text,
  desk_asked_at timestamp(3) with time zone,
  hub_before uuid,
  moved_before timestamp(3) with time zone
);

create table receiver_links (
  booking_id uuid not null,
  generation integer default 0 not null,
  pin bytea,
  wrong_pins integer default 0 not null,
  stopped_phone text,
  stopped_at timestamp(3) with time zone,
  sender_tells boolean,
  receiver_stopped boolean default false not null,
  code_message uuid,
  code_at timestamp(3) with time zone,
  code_tries integer default 0 not null
);

create table receiver_messages (
  id uuid default gen_random_uuid() not null,
  message uuid not null,
  booking_id uuid not null,
  kind text not null,
  channel text not null,
  state text default 'queued'::text not null,
  failure text,
  text text,
  provider_id text,
  price_kobo bigint,
  created_at timestamp(3) with time zone default now() not null,
  due_at timestamp(3) with time zone not null,
  taken_at timestamp(3) with time zone,
  tries integer default 0 not null,
  sent_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  passed_on_at timestamp(3) with time zone
);

create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  issued_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone
);

create table referral_credits (
  id bigint generated always as identity not null,
  user_id uuid not null,
  kind text not null,
  kobo bigint not null,
  referral_id uuid,
  booking_id uuid,
  at timestamp(3) with time zone not null
);

create table referral_rewards (
  referral_id uuid not null,
  booking_id uuid not null,
  state text not null,
  reason text,
  kobo bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  decided_at timestamp(3) with time zone,
  by_name text,
  note text
);

create table referral_terms (
  id integer default 1 not null,
  reward_kobo bigint not null,
  per_month integer not null,
  starts_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table referrals (
  id uuid default gen_random_uuid() not null,
  referrer_id uuid not null,
  referred_id uuid not null,
  status text default 'completed'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  mutual boolean default false not null
);

create table refused_addresses (
  address text not null,
  code text not null,
  refused_at timestamp(3) with time zone not null,
  series integer not null
);

create table refused_mails (
  id uuid not null,
  address text not null,
  job_queue text not null,
  job jsonb not null,
  held_at timestamp(3) with time zone not null
);

create table regular_pickup_acts (
  id bigint generated always as identity not null,
  pickup_id uuid not null,
  kind text not null,
  side text not null,
  words text,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null
);

create table regular_pickups (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  store_id uuid,
  business_id uuid,
  name text not null,
  phone text not null,
  address text not null,
  town text,
  state text not null,
  note text,
  days integer[] not null,
  from_time text not null,
  until_time text not null,
  status text default 'asked'::text not null,
  wanted jsonb,
  paused_by text,
  hub_id uuid,
  ended_at timestamp(3) with time zone,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table regular_stops (
  id uuid default gen_random_uuid() not null,
  pickup_id uuid not null,
  day date not null,
  run_id uuid,
  skipped_by text,
  visited_at timestamp(3) with time zone,
  taken integer
);

create table remembered_places (
  id uuid default gen_random_uuid() not null,
  phone text not null,
  address text not null,
  consent_id uuid,
  store_id uuid,
  booking_id uuid,
  delivered_at timestamp(3) with time zone,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  rider_words text,
  receiver_words text,
  updated_at timestamp(3) with time zone default now() not null
);

create table rider_days (
  rider_id uuid not null,
  did integer not null,
  day date not null,
  since date not null,
  n integer not null
);

create table rider_deeds (
  id bigint generated always as identity not null,
  deed_id uuid not null,
  device_id uuid not null,
  rider_id uuid not null,
  seq integer not null,
  kind text not null,
  run_id uuid,
  run_version integer,
  about uuid,
  protocol integer not null,
  body jsonb not null,
  occurred_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  flags text[] not null,
  booking_ids uuid[] not null
);

create table rider_devices (
  id uuid default gen_random_uuid() not null,
  rider_id uuid not null,
  token_hash bytea not null,
  name text not null,
  enrolled_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  position_consent_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone not null,
  build text not null,
  unsent integer default 0 not null,
  unsent_pictures integer default 0 not null,
  storage_left bigint,
  persisted boolean,
  clock_ahead_ms bigint,
  revoked_at timestamp(3) with time zone,
  revoked_by text,
  revoked_by_name text,
  previous_id uuid,
  foreign_codes integer default 0 not null,
  foreign_since timestamp(3) with time zone
);

create table rider_enrolments (
  id uuid default gen_random_uuid() not null,
  rider_id uuid not null,
  secret_hash bytea not null,
  number_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  device_id uuid,
  by_user_id uuid,
  by_name text not null
);

create table rider_facts (
  booking_id uuid not null,
  rider_id uuid not null,
  day date not null,
  did integer not null
);

create table rider_papers (
  id uuid default gen_random_uuid() not null,
  rider_id uuid not null,
  kind text not null,
  file_key text not null,
  added_at timestamp(3) with time zone not null,
  added_by_name text not null
);

create table rider_pins (
  rider_id uuid not null,
  hash text not null,
  set_at timestamp(3) with time zone not null,
  wrong_tries integer default 0 not null,
  wait_until timestamp(3) with time zone
);

create table rider_shifts (
  id uuid default gen_random_uuid() not null,
  device_id uuid not null,
  rider_id uuid not null,
  begun_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone
);

create table riders (
  id uuid default gen_random_uuid() not null,
  name text not null,
  phone text not null,
  hub_id uuid not null,
  left_at timestamp(3) with time zone,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table run_pieces (
  id bigint generated always as identity not null,
  run_id uuid not null,
  piece_id uuid not null,
  stop integer not null,
  assigned_at timestamp(3) with time zone not null,
  loaded_at timestamp(3) with time zone,
  outcome text,
  ended_at timestamp(3) with time zone,
  loaded_by text,
  extra boolean default false not null,
  "returning" boolean default false not null
);

create table runs (
  id uuid default gen_random_uuid() not null,
  form_key uuid not null,
  form_hash bytea,
  name text not null,
  kind text not null,
  day date not null,
  hub_id uuid not null,
  to_hub_id uuid,
  rider_id uuid,
  partner_id uuid,
  driver_name text,
  driver_phone text,
  plate text,
  fee_kobo bigint,
  state text default 'planned'::text not null,
  expected_at timestamp(3) with time zone,
  sealed_at timestamp(3) with time zone,
  out_at timestamp(3) with time zone,
  returned_at timestamp(3) with time zone,
  reconciled_at timestamp(3) with time zone,
  seal_note text,
  close_note text,
  closed_by_name text,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  closed_by_user_id uuid
);

create table saved_receivers (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  store_id uuid,
  full_name text not null,
  phone text not null,
  address text not null,
  state text not null,
  landmark text,
  note text,
  taker text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  search text generated always as (search_fold(((((((full_name || ' '::text) || phone) || ' '::text) || address) || ' '::text) || COALESCE(landmark, ''::text)))) stored,
  business_id uuid
);

create table sessions (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  audience text not null
);

create table settlement_entries (
  id bigint generated always as identity not null,
  payee_id uuid not null,
  booking_id uuid,
  kind text not null,
  method text not null,
  gross_kobo bigint not null,
  cod_fee_kobo bigint default 0 not null,
  reference text,
  reason text,
  note text,
  paid_to text,
  reverses bigint,
  by_user_id uuid,
  by_name text not null,
  at timestamp(3) with time zone not null,
  batch integer,
  cash_entry_id bigint,
  act_id bigint not null
);

create table shelf_count_pieces (
  count_id uuid not null,
  piece_id uuid not null,
  outcome text not null,
  scanned_at timestamp(3) with time zone,
  entry_id bigint,
  by_user_id uuid,
  by_name text not null
);

create table shelf_counts (
  id uuid default gen_random_uuid() not null,
  hub_id uuid not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  ended text,
  ended_by_user_id uuid,
  ended_by_name text
);

create table site_lock_config (
  id integer default 1 not null,
  is_active boolean default false not null,
  password_hash text,
  generation uuid default gen_random_uuid() not null,
  updated_at timestamp(3) with time zone default now() not null
);

create table status_batch_rows (
  batch_id uuid not null,
  place integer not null,
  booking_id uuid not null,
  tracking_code text not null,
  version integer not null,
  outcome text
);

create table status_batches (
  id uuid default gen_random_uuid() not null,
  form_key uuid not null,
  form_hash bytea,
  admin_id uuid,
  to_status text not null,
  reason text,
  note text,
  total integer not null,
  created_at timestamp(3) with time zone default now() not null,
  cancelled_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone
);

create table stores (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  email_link_id uuid,
  slug text not null,
  business_name text not null,
  category text not null,
  email text not null,
  phone text not null,
  address text not null,
  description text not null,
  image_key text,
  active_products integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  opening_hours jsonb,
  hidden_at timestamp(3) with time zone,
  hidden_reason text,
  search text generated always as (search_fold(((((business_name || ' '::text) || description) || ' '::text) || category))) stored
);

create table subject_totals (
  view text not null,
  span text not null,
  starts date not null,
  subject text not null,
  bookings integer not null,
  revenue_kobo bigint not null,
  vat_kobo bigint not null,
  credit_kobo bigint not null,
  paid_kobo bigint not null,
  owed_kobo bigint not null
);

create table told_pieces (
  id bigint generated always as identity not null,
  deed_id uuid not null,
  rider_id uuid not null,
  device_id uuid not null,
  kind text not null,
  piece_id uuid,
  booking_id uuid,
  other_id uuid,
  kobo bigint default 0 not null,
  pin text,
  occurred_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  ended text
);

create table track_languages (
  language text not null,
  texts_hash text not null,
  read_by text not null,
  approved_at timestamp(3) with time zone not null
);

create table transfer_notices (
  id uuid default gen_random_uuid() not null,
  form_key uuid not null,
  form_hash bytea,
  booking_id uuid not null,
  kobo bigint not null,
  paid_on date not null,
  reference text,
  state text default 'open'::text not null,
  reason text,
  created_at timestamp(3) with time zone default now() not null,
  closed_at timestamp(3) with time zone,
  by_user_id uuid,
  by_name text
);

create table two_step_roles (
  role text not null
);

create table two_steps (
  user_id uuid not null,
  secret bytea not null,
  last_counter bigint not null,
  confirmed_at timestamp(3) with time zone not null
);

create table webhook_endpoints (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  store_id uuid,
  url text not null,
  events jsonb not null,
  enabled boolean default true not null,
  sealed_secret bytea not null,
  sealed_before bytea,
  before_until timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  business_id uuid
);

create table webhook_messages (
  id uuid default gen_random_uuid() not null,
  endpoint_id uuid not null,
  kind text not null,
  booking_id uuid,
  body text not null,
  created_at timestamp(3) with time zone default now() not null,
  tries integer default 0 not null,
  next_try_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone
);

create table webhook_tries (
  id bigint generated always as identity not null,
  message_id uuid not null,
  at timestamp(3) with time zone not null,
  status integer,
  problem text,
  ms integer not null,
  answer text
);

CREATE OR REPLACE FUNCTION add_charge(charge booking_charges, before booking_charges, change integer, parcel bookings)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION add_due_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT 'due/' || lagos_day(promised_day), counter_shard(), CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM moved WHERE status IN ('pending', 'in_transit') GROUP BY 1 ORDER BY 1
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION add_payee_change(e settlement_entries)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO payee_changes (day, payee_id, collected_kobo, fee_kobo, deducted_kobo, paid_out_kobo)
  SELECT lagos_day(e.at)::date, e.payee_id,
    CASE WHEN e.booking_id IS NOT NULL AND e.method <> 'deducted' THEN e.gross_kobo ELSE 0 END, e.cod_fee_kobo,
    CASE WHEN e.booking_id IS NOT NULL AND e.method = 'deducted' THEN -e.gross_kobo ELSE 0 END,
    CASE WHEN e.booking_id IS NULL THEN -e.gross_kobo ELSE 0 END
$function$;

CREATE OR REPLACE FUNCTION change_due_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), sum(d) FROM (VALUES
    ('due/' || lagos_day(OLD.promised_day), CASE WHEN OLD.status IN ('pending', 'in_transit') THEN -1 ELSE 0 END),
    ('due/' || lagos_day(NEW.promised_day), CASE WHEN NEW.status IN ('pending', 'in_transit') THEN 1 ELSE 0 END)) v (name, d)
  GROUP BY name HAVING sum(d) <> 0 ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION change_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO pieces (booking_id, number) SELECT NEW.id, n FROM generate_series(OLD.pieces + 1, NEW.pieces) n;
  DELETE FROM pieces WHERE booking_id = NEW.id AND number > NEW.pieces;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION check_cash_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM cash_entries e WHERE e.id = NEW.reverses AND e.kind <> 'reversed' AND e.kobo = -NEW.kobo
      AND (e.holder_kind, e.holder_id) = (NEW.holder_kind, NEW.holder_id) AND e.booking_id IS NOT DISTINCT FROM NEW.booking_id
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its entry' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION check_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM payments p WHERE p.id = NEW.reverses AND p.reverses IS NULL AND p.booking_id = NEW.booking_id
      AND p.method = NEW.method AND p.kobo = NEW.kobo AND p.direction <> NEW.direction
      AND p.claim_id IS NOT DISTINCT FROM NEW.claim_id
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its payment' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION check_settlement_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.booking_id IS NOT NULL AND NEW.method <> 'deducted' AND NOT EXISTS (
    SELECT FROM cash_on_delivery c WHERE c.booking_id = NEW.booking_id AND c.payee_id = NEW.payee_id
  ) THEN
    RAISE EXCEPTION 'an entry is not of the payee of its booking' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.reverses IS NOT NULL AND NOT EXISTS (
    SELECT FROM settlement_entries e WHERE e.id = NEW.reverses AND e.kind IN ('collected', 'paid_out', 'deducted')
      AND e.payee_id = NEW.payee_id AND e.booking_id IS NOT DISTINCT FROM NEW.booking_id
      AND e.method = NEW.method AND e.gross_kobo = -NEW.gross_kobo
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its entry' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION count_active_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.is_active THEN
    UPDATE stores SET active_products = active_products - 1 WHERE id = OLD.store_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.is_active THEN
    UPDATE stores SET active_products = active_products + 1 WHERE id = NEW.store_id;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION count_changed_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), sum(d)
  FROM (
    SELECT d, v.name FROM (SELECT 1 AS d, * FROM after_it UNION ALL SELECT -1, * FROM before_it) r,
      LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state)) v (name)
  ) x
  GROUP BY name HAVING sum(d) <> 0 ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION count_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.bookings_count > 0 THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.bookings_count > 0 THEN 1 ELSE 0 END;
BEGIN
  IF was <> is_now THEN
    INSERT INTO counters (name, shard, n) VALUES ('customers', counter_shard(), is_now - was)
    ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION count_deleted_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), -count(*)
  FROM gone, LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state)) v (name)
  GROUP BY name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;

  -- Locked first and read afterwards: a booking made meanwhile either waits here or is seen.
  PERFORM FROM customer_summaries WHERE email IN (SELECT lower(sender_email) FROM gone) ORDER BY email FOR UPDATE;
  UPDATE customer_summaries c SET
    bookings_count = c.bookings_count - g.n,
    last_booking_at = (SELECT max(created_at) FROM bookings d WHERE lower(d.sender_email) = g.email)
  FROM (SELECT lower(sender_email) AS email, count(*) AS n FROM gone GROUP BY 1) g
  WHERE c.email = g.email;
  DELETE FROM customer_summaries
  WHERE bookings_count = 0 AND NOT has_account AND email IN (SELECT lower(sender_email) FROM gone);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION count_new_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), count(*)
  FROM added, LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state),
    (CASE WHEN status IN ('pending', 'in_transit') THEN 'due/' || lagos_day(promised_day) END)) v (name)
  WHERE name IS NOT NULL
  GROUP BY name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;

  INSERT INTO customer_summaries AS c (email, booking_name, booking_phone, bookings_count, last_booking_at)
  SELECT DISTINCT ON (email) email, sender_name, sender_phone, count(*) OVER (PARTITION BY email), created_at
  FROM (SELECT lower(sender_email) AS email, * FROM added) a
  WHERE email NOT IN ('', 'deleted-customer@account.invalid')
  ORDER BY email, created_at DESC
  ON CONFLICT (email) DO UPDATE SET
    bookings_count = c.bookings_count + excluded.bookings_count,
    booking_name = CASE WHEN c.last_booking_at > excluded.last_booking_at THEN c.booking_name ELSE excluded.booking_name END,
    booking_phone = CASE WHEN c.last_booking_at > excluded.last_booking_at THEN c.booking_phone ELSE excluded.booking_phone END,
    last_booking_at = greatest(c.last_booking_at, excluded.last_booking_at);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION count_riders_of_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM count_riders(ARRAY(SELECT DISTINCT booking_id FROM counted));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION count_unread_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND NOT OLD.is_read THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NOT NEW.is_read THEN 1 ELSE 0 END;
BEGIN
  IF was <> is_now THEN
    INSERT INTO counters (name, shard, n) VALUES ('contacts/unread', counter_shard(), is_now - was)
    ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION count_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  done booking_events := NEW;
  change integer := 1;
BEGIN
  IF NEW.kind = 'undone' THEN
    SELECT * INTO STRICT done FROM booking_events WHERE id = NEW.undoes;
    change := -1;
  END IF;
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), change FROM names_of_work(done) AS name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION erase_words_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  words text[] := '{}';
BEGIN
  IF NEW.sender_email <> OLD.sender_email THEN
    words := words || words_of(OLD.sender_name, OLD.sender_email, OLD.sender_phone);
  END IF;
  IF NEW.receiver_phone <> OLD.receiver_phone THEN
    words := words || words_of(OLD.receiver_name, coalesce(OLD.receiver_email, ''), OLD.receiver_phone);
  END IF;
  UPDATE booking_charges SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL;
  UPDATE online_payments SET closed_note = NULL WHERE booking_id = NEW.id AND closed_note IS NOT NULL;
  UPDATE bank_rows SET closed_note = NULL FROM payments p
    WHERE p.id = bank_rows.payment_id AND p.booking_id = NEW.id AND bank_rows.closed_note IS NOT NULL;
  -- The note of a row of a statement says its day and place, and is read when the next statement is matched.
  UPDATE payments SET note = NULL WHERE booking_id = NEW.id AND note NOT LIKE 'Bank statement, %';
  UPDATE settlement_entries SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL;
  UPDATE payments SET reference = erased_reference(method, reference, words, id::text)
    WHERE booking_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  UPDATE settlement_entries SET reference = erased_reference(method, reference, words, id::text)
    WHERE booking_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  -- What a sender wrote about a transfer stays with the sender, unless it names the receiver.
  UPDATE transfer_notices SET reference = NULL, reason = NULL, form_hash = NULL
    WHERE booking_id = NEW.id AND EXISTS (SELECT FROM unnest(words) word WHERE strpos(upper(concat_ws(' ', reference, reason)), word) > 0);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION erase_words_of_payee()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  words text[] := words_of(coalesce(OLD.account_name, ''), '', '');
BEGIN
  UPDATE settlement_entries SET note = NULL WHERE payee_id = NEW.id AND note IS NOT NULL;
  UPDATE settlement_entries SET paid_to = right(paid_to, 9) WHERE payee_id = NEW.id AND length(paid_to) > 9;
  UPDATE settlement_entries SET reference = erased_reference(method, reference, words, id::text)
    WHERE payee_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION forget_choices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE receiver_choices SET taker_name = NULL, taker_phone = NULL, words = NULL
    WHERE booking_id = NEW.id AND coalesce(taker_name, taker_phone, words) IS NOT NULL;
  UPDATE attempt_answers SET words = NULL WHERE booking_id = NEW.id AND words IS NOT NULL;
  UPDATE booking_events SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL AND (kind IN
    ('person_named', 'landmark_given', 'refusal_announced', 'rider_note', 'choice_ended', 'attempt_confirmed', 'attempt_denied')
    OR kind = 'noted' AND note LIKE 'Not expected, the receiver says.%');
  UPDATE exceptions SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL AND kind IN ('attempt_denied', 'refused_ahead', 'not_expected');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION forget_claims()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE claims SET words = NULL, decision = NULL WHERE booking_id = NEW.id AND coalesce(words, decision) IS NOT NULL;
  UPDATE claim_entries SET words = NULL WHERE words IS NOT NULL AND claim_id IN (SELECT id FROM claims WHERE booking_id = NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION forget_deeds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE rider_deeds SET body = '{}' WHERE booking_ids @> ARRAY[NEW.id] AND body <> '{}';
  IF NEW.receiver_phone <> OLD.receiver_phone AND NOT EXISTS (SELECT FROM bookings WHERE receiver_phone = OLD.receiver_phone) THEN
    PERFORM erase_phone(OLD.receiver_phone);
  END IF;
  IF NEW.sender_phone <> OLD.sender_phone AND NOT EXISTS (SELECT FROM bookings WHERE sender_phone = OLD.sender_phone) THEN
    PERFORM erase_phone(OLD.sender_phone);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION forget_message_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE receiver_messages SET text = NULL WHERE booking_id = NEW.id AND text IS NOT NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION forget_phone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.receiver_phone <> 'Not kept' THEN
    INSERT INTO receiver_links (booking_id, generation) VALUES (NEW.id, 1)
      ON CONFLICT (booking_id) DO UPDATE SET generation = receiver_links.generation + 1, receiver_stopped = false;
  END IF;
  IF (EXISTS (SELECT FROM consents WHERE phone = OLD.receiver_phone) OR EXISTS (SELECT FROM remembered_places WHERE phone = OLD.receiver_phone))
    AND NOT EXISTS (SELECT FROM bookings WHERE receiver_phone = OLD.receiver_phone) THEN
    DELETE FROM remembered_places WHERE phone = OLD.receiver_phone AND consent_id IS NOT NULL;
    DELETE FROM consents WHERE phone = OLD.receiver_phone;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION forget_proofs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE proofs SET taken_by = NULL, latitude = NULL, longitude = NULL, accuracy = NULL, landmark = NULL, called_at = NULL, note = NULL,
    forgotten_at = now()
    WHERE booking_id = NEW.id AND forgotten_at IS NULL;
  UPDATE proof_pictures p SET forgotten_at = now()
    WHERE p.forgotten_at IS NULL AND p.deed_id IN (SELECT deed_id FROM proofs WHERE booking_id = NEW.id)
      AND NOT EXISTS (SELECT FROM proofs o WHERE o.deed_id = p.deed_id AND o.forgotten_at IS NULL);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION forget_receiver_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM receiver_links WHERE booking_id = NEW.id;
  DELETE FROM mails WHERE booking_id = NEW.id AND kind IN ('receiver_message', 'receiver_out_for_delivery', 'receiver_new_pin');
  UPDATE receiver_messages SET state = 'failed', failure = 'outdated', failed_at = now()
    WHERE booking_id = NEW.id AND state = 'queued' AND taken_at IS NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION forget_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM remembered_places WHERE consent_id = NEW.withdraws;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION freeze_for_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  payee uuid := (SELECT payee_id FROM cash_on_delivery WHERE booking_id = NEW.booking_id);
  sign integer := CASE WHEN NEW.frozen_to IS NULL THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM payees WHERE id = payee FOR UPDATE;
  UPDATE payees SET held_kobo = held_kobo + sign * (coalesce((
    SELECT sum(e.gross_kobo - e.cod_fee_kobo) FROM settlement_entries e LEFT JOIN cash_entries c ON c.id = e.cash_entry_id
    WHERE e.booking_id = NEW.booking_id AND e.method <> 'deducted' AND NOT is_prepaid(e.booking_id, e.method)
      AND NOT (c.id IS NOT NULL AND c.holder_kind = 'rider' AND c.covered_at IS NULL)
  ), 0)::bigint - NEW.paid_out_kobo)
  WHERE id = payee;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION freeze_paid_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE payees SET held_kobo = held_kobo + OLD.paid_out_kobo - NEW.paid_out_kobo
  WHERE id = (SELECT payee_id FROM cash_on_delivery WHERE booking_id = NEW.booking_id);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION hold_prepaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- What is frozen is held already, and is let go with its claim.
  IF NOT is_frozen(NEW.id) THEN
    UPDATE payees p SET held_kobo = p.held_kobo + CASE NEW.status WHEN 'delivered' THEN -1 ELSE 1 END * s.net
    FROM (
      SELECT payee_id, sum(gross_kobo - cod_fee_kobo)::bigint AS net FROM settlement_entries
      WHERE booking_id = NEW.id AND method = 'online' GROUP BY 1
    ) s
    WHERE p.id = s.payee_id AND s.net <> 0;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_answered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO parcel_changes (booking_id) VALUES (coalesce(NEW.booking_id, OLD.booking_id));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_booking_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.claim_id IS NOT NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO booking_balances (booking_id) VALUES (NEW.booking_id) ON CONFLICT DO NOTHING;
  UPDATE booking_balances SET paid_kobo = paid_kobo + CASE NEW.direction WHEN 'in' THEN NEW.kobo ELSE -NEW.kobo END
    WHERE booking_id = NEW.booking_id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_booking_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO booking_balances (booking_id, charge_id, price_kobo) VALUES (NEW.booking_id, NEW.id, NEW.total_kobo)
  ON CONFLICT (booking_id) DO UPDATE SET charge_id = EXCLUDED.charge_id, price_kobo = EXCLUDED.price_kobo
    WHERE booking_balances.charge_id IS NULL OR booking_balances.charge_id < EXCLUDED.charge_id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_business_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE left_kobo bigint;
BEGIN
  IF NOT NEW.on_account THEN RETURN NEW; END IF;
  SELECT coalesce(price_kobo, 0) - paid_kobo INTO left_kobo FROM booking_balances WHERE booking_id = NEW.booking_id;
  left_kobo := coalesce(left_kobo, 0);
  UPDATE businesses SET used_kobo = used_kobo + left_kobo
    WHERE id = NEW.business_id AND state = 'open' AND used_kobo + left_kobo - credit_kobo <= limit_kobo;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the limit of business % is used up', NEW.business_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'businesses_limit';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION keep_business_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE businesses SET credit_kobo = credit_kobo + NEW.kobo WHERE id = NEW.business_id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_business_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  business uuid;
  before_kobo bigint := 0;
BEGIN
  SELECT business_id INTO business FROM business_bookings WHERE booking_id = NEW.booking_id AND on_account;
  IF business IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN before_kobo := coalesce(OLD.price_kobo, 0) - OLD.paid_kobo; END IF;
  UPDATE businesses SET used_kobo = used_kobo + coalesce(NEW.price_kobo, 0) - NEW.paid_kobo - before_kobo WHERE id = business;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_cash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  account cash_accounts;
  taken cash_entries;
  one cash_entries;
  ahead bigint;
  change bigint;
  given_back bigint;
  covered bigint[] := '{}';
  uncovered bigint[] := '{}';
BEGIN
  INSERT INTO cash_accounts (holder_kind, holder_id, last_entry) VALUES (NEW.holder_kind, NEW.holder_id, NEW.id) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT account FROM cash_accounts WHERE holder_kind = NEW.holder_kind AND holder_id = NEW.holder_id FOR UPDATE;
  ahead := account.ahead_kobo;
  change := account.change_kobo;
  IF NEW.holder_kind = 'rider' THEN
    SELECT * INTO taken FROM cash_entries WHERE id = NEW.reverses;
    IF taken.kind = 'collected' AND taken.covered_at IS NULL THEN
      covered := ARRAY[taken.id];
      UPDATE cash_entries SET covered_at = NEW.received_at WHERE id = taken.id;
    ELSIF coalesce(taken.kind, NEW.kind) = 'change' THEN
      change := change + NEW.kobo;
      ahead := ahead + greatest(0, -change);
      change := greatest(0, change);
    ELSIF NEW.kind <> 'collected' THEN
      ahead := ahead - NEW.kobo;
    END IF;
    WHILE ahead < 0 LOOP
      SELECT * INTO one FROM cash_entries e WHERE e.holder_kind = 'rider' AND e.holder_id = NEW.holder_id AND e.kind = 'collected'
        AND e.covered_at IS NOT NULL AND NOT EXISTS (SELECT FROM cash_entries r WHERE r.reverses = e.id)
        ORDER BY e.id DESC LIMIT 1;
      IF one.id IS NULL THEN
        change := change - ahead;
        ahead := 0;
      ELSE
        UPDATE cash_entries SET covered_at = NULL WHERE id = one.id;
        uncovered := uncovered || one.id;
        ahead := ahead + one.kobo;
      END IF;
    END LOOP;
    LOOP
      SELECT * INTO one FROM cash_entries e WHERE e.holder_kind = 'rider' AND e.holder_id = NEW.holder_id AND e.kind = 'collected'
        AND e.covered_at IS NULL ORDER BY e.id LIMIT 1;
      EXIT WHEN one.id IS NULL OR one.kobo > ahead;
      UPDATE cash_entries SET covered_at = NEW.received_at WHERE id = one.id;
      covered := covered || one.id;
      ahead := ahead - one.kobo;
    END LOOP;
    IF one.id IS NULL AND ahead > 0 THEN
      given_back := least(ahead, change);
      change := change - given_back;
      ahead := ahead - given_back;
    END IF;
  END IF;
  UPDATE cash_accounts SET
    balance_kobo = account.balance_kobo + NEW.kobo,
    change_kobo = change,
    ahead_kobo = ahead,
    since = CASE WHEN account.balance_kobo + NEW.kobo <= 0 THEN NULL WHEN account.balance_kobo > 0 THEN account.since ELSE NEW.received_at END,
    last_entry = NEW.id
  WHERE holder_kind = NEW.holder_kind AND holder_id = NEW.holder_id;
  PERFORM hold_for_payees(covered, -1);
  PERFORM hold_for_payees(uncovered, 1);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.accepted_at IS NULL AND NEW.accepted_at IS NOT NULL
     AND to_jsonb(NEW) - 'accepted_at' = to_jsonb(OLD) - 'accepted_at' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND NEW.note IS NULL
     AND to_jsonb(NEW) - 'note' = to_jsonb(OLD) - 'note' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
     AND to_jsonb(NEW) - '{by_user_id,by_name}'::text[] = to_jsonb(OLD) - '{by_user_id,by_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a charge is never changed' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION keep_collection_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  correctable boolean := OLD.collected_kobo = 0 AND NOT EXISTS (
    SELECT FROM bookings d WHERE d.id = OLD.booking_id AND d.status = 'delivered'
  );
BEGIN
  IF TG_OP = 'DELETE' AND correctable AND NOT EXISTS (
    SELECT FROM settlement_entries e WHERE e.booking_id = OLD.booking_id AND e.method <> 'deducted'
  ) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.amount_kobo = OLD.amount_kobo OR correctable)
     AND (NEW.booking_id, NEW.payee_id, NEW.cod_fee_per_mille, NEW.cod_fee_minimum_kobo)
     = (OLD.booking_id, OLD.payee_id, OLD.cod_fee_per_mille, OLD.cod_fee_minimum_kobo) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an amount to collect is not changed any more' USING ERRCODE = 'restrict_violation';
END
$function$;

CREATE OR REPLACE FUNCTION keep_custody()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM pieces WHERE id = OLD.piece_id) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.received_at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
    AND to_jsonb(NEW) - '{by_user_id,by_name}'::text[] = to_jsonb(OLD) - '{by_user_id,by_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION keep_deed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  stack text;
BEGIN
  IF TG_OP = 'DELETE' AND OLD.received_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.body = '{}'::jsonb AND to_jsonb(NEW) - 'body' = to_jsonb(OLD) - 'body' THEN
    -- The stack names the functions that are running. A person in a parcel that nobody booked has no booking to look at.
    GET DIAGNOSTICS stack = PG_CONTEXT;
    IF stack ~ '(^|[^.[:alnum:]_])erase_phone\(' OR EXISTS (SELECT FROM unnest(OLD.booking_ids) id WHERE is_erased(id)) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION keep_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  words CONSTANT text[] := '{note,changes,by_user_id,by_name}';
  is_old CONSTANT boolean := OLD.occurred_at < now() - interval '6 years';
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - words = to_jsonb(OLD) - words
    AND ((NEW.note, NEW.changes) IS NOT DISTINCT FROM (OLD.note, OLD.changes)
      OR coalesce(NEW.note, OLD.note) IS NOT DISTINCT FROM OLD.note
      AND coalesce(NEW.changes, OLD.changes) IS NOT DISTINCT FROM OLD.changes AND (is_old OR is_erased(OLD.booking_id))) THEN
    IF NEW.by_user_id IS NULL AND NOT EXISTS (SELECT FROM profiles WHERE id = OLD.by_user_id) AND OLD.by_user_id IS NOT NULL THEN
      NEW.by_name := 'Former staff';
      RETURN NEW;
    END IF;
    IF NEW.by_user_id IS NOT DISTINCT FROM OLD.by_user_id
      AND (NEW.by_name IS NOT DISTINCT FROM OLD.by_name OR NEW.by_name IS NULL AND is_old) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION keep_given_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO parcel_changes (booking_id)
  SELECT DISTINCT booking_id FROM booking_events WHERE run_id = NEW.id AND kind IN ('delivered', 'attempted');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  before_it jsonb := to_jsonb(OLD);
  after_it jsonb := to_jsonb(NEW);
  words text[] := '{note,reference,paid_to}';
BEGIN
  IF pg_trigger_depth() > 1 AND after_it - words = before_it - words
     AND (after_it->>'note' IS NULL OR after_it->'note' = before_it->'note')
     AND (after_it->'reference' = before_it->'reference' OR after_it->>'reference' LIKE 'ERASED %')
     AND (after_it->'paid_to' IS NOT DISTINCT FROM before_it->'paid_to' OR after_it->>'paid_to' = right(before_it->>'paid_to', 9)) THEN
    RETURN NEW;
  END IF;
  IF OLD.at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
     AND after_it - '{by_user_id,by_name}'::text[] = before_it - '{by_user_id,by_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION keep_money_charged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  ids bigint[] := ARRAY(SELECT id FROM added);
  charge booking_charges;
  before booking_charges;
  newer booking_charges;
  parcel bookings;
BEGIN
  FOR charge IN SELECT * FROM added ORDER BY id LOOP
    SELECT * INTO STRICT parcel FROM bookings WHERE id = charge.booking_id FOR SHARE;
    SELECT * INTO before FROM booking_charges WHERE booking_id = charge.booking_id AND id < charge.id ORDER BY id DESC LIMIT 1;
    SELECT * INTO newer FROM booking_charges
      WHERE booking_id = charge.booking_id AND id > charge.id AND id <> ALL (ids) ORDER BY id LIMIT 1;
    PERFORM add_charge(charge, before, 1, parcel);
    IF newer.id IS NOT NULL THEN
      PERFORM add_charge(newer, charge, 1, parcel);
      PERFORM add_charge(newer, before, -1, parcel);
    END IF;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_money_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION keep_money_settled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION keep_parcel_before()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO parcel_changes (booking_id, from_state, to_state, pieces, due)
  VALUES (OLD.id, OLD.sender_state, OLD.receiver_state, OLD.pieces, lagos_day(OLD.estimated_delivery)::date);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_parcel_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO parcel_changes (booking_id, event_id)
  SELECT booking_id, id FROM added WHERE kind IN ('undone',
    'status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled', 'held_for_collection',
    'delivered', 'return_started', 'returned', 'cancelled');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_parcels_missed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  one exceptions := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  change integer := CASE WHEN TG_OP = 'DELETE' OR NEW.close_reason = 'counted_wrong' THEN 0 ELSE 1 END
    - CASE WHEN TG_OP = 'INSERT' OR OLD.close_reason = 'counted_wrong' THEN 0 ELSE 1 END;
BEGIN
  INSERT INTO parcel_changes (booking_id, day, hub_id, run_id, missing)
  SELECT one.booking_id, lagos_day(one.opened_at)::date, coalesce(one.hub_id, '00000000-0000-0000-0000-000000000000'), coalesce(one.run_id, '00000000-0000-0000-0000-000000000000'), change
  WHERE one.booking_id IS NOT NULL AND change <> 0;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_payee_covered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO payee_changes (day, payee_id, collected_kobo, fee_kobo, deducted_kobo, paid_out_kobo)
  SELECT lagos_day(at)::date, payee_id, 0, 0, 0, 0 FROM settlement_entries WHERE cash_entry_id = NEW.id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_payee_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_payee_change(NEW);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_piece()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM bookings WHERE id = OLD.booking_id AND pieces >= OLD.number) THEN
    RAISE EXCEPTION 'a piece of a booking is not deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION keep_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  places CONSTANT text[] := '{latitude,longitude,accuracy,landmark,called_at}';
  words CONSTANT text[] := '{taken_by,note}';
  before_it CONSTANT jsonb := to_jsonb(OLD);
  after_it jsonb;
  gone text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    after_it := to_jsonb(NEW);
    gone := array(SELECT key FROM jsonb_each(before_it) WHERE value IS DISTINCT FROM after_it->key);
    IF gone <@ (places || words || '{by_user_id,by_name,forgotten_at}'::text[])
      AND NOT EXISTS (SELECT FROM unnest(gone) one WHERE one = ANY (places || words) AND after_it->>one IS NOT NULL)
      AND (NOT gone && places OR OLD.occurred_at < now() - interval '365 days' OR is_erased(OLD.booking_id))
      AND (NOT gone && (words || '{forgotten_at}'::text[]) OR is_erased(OLD.booking_id))
      AND (NOT gone && '{by_user_id,by_name}'::text[]
        OR OLD.received_at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION keep_published_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.published_at < now() - interval '6 years' AND NEW.published_by_name = 'Not kept'
     AND to_jsonb(NEW) - 'published_by_name' = to_jsonb(OLD) - 'published_by_name' THEN
    RETURN NEW;
  END IF;
  IF OLD.version IS NOT NULL THEN
    RAISE EXCEPTION 'a published price list is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE OR REPLACE FUNCTION keep_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  net bigint := NEW.gross_kobo - NEW.cod_fee_kobo;
  held boolean := EXISTS (
    SELECT FROM cash_entries e WHERE e.id = NEW.cash_entry_id AND e.holder_kind = 'rider' AND e.covered_at IS NULL
  ) OR (NEW.booking_id IS NOT NULL AND NEW.method <> 'deducted' AND (is_frozen(NEW.booking_id) OR is_prepaid(NEW.booking_id, NEW.method)));
BEGIN
  UPDATE cash_on_delivery SET
    collected_kobo = collected_kobo + NEW.gross_kobo,
    cod_fee_kobo = cod_fee_kobo + NEW.cod_fee_kobo,
    recorded_at = CASE WHEN NEW.kind = 'reversed' AND collected_kobo + NEW.gross_kobo = 0 THEN NULL ELSE NEW.at END
  WHERE booking_id = NEW.booking_id AND NEW.method <> 'deducted';
  UPDATE payees SET
    owed_kobo = owed_kobo + net,
    held_kobo = held_kobo + CASE WHEN held THEN net ELSE 0 END,
    owed_since = CASE WHEN owed_kobo + net <= 0 THEN NULL WHEN owed_kobo > 0 THEN owed_since ELSE NEW.at END
  WHERE id = NEW.payee_id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION make_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO pieces (booking_id, number)
  SELECT b.id, n FROM made b, generate_series(1, b.pieces) n;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION message_was_mailed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE receiver_messages SET state = 'sent', sent_at = NEW.sent_at WHERE id = NEW.id AND state = 'queued';
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION move_booking_to_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  old_email text := lower(OLD.sender_email);
  new_email text := lower(NEW.sender_email);
  newest record;
BEGIN
  PERFORM FROM customer_summaries WHERE email IN (old_email, new_email) ORDER BY email FOR UPDATE;
  IF new_email <> 'deleted-customer@account.invalid' THEN
    INSERT INTO customer_summaries AS c (email, bookings_count) VALUES (new_email, 1)
    ON CONFLICT (email) DO UPDATE SET bookings_count = c.bookings_count + 1;
  END IF;
  UPDATE customer_summaries SET bookings_count = bookings_count - 1 WHERE email = old_email;
  DELETE FROM customer_summaries WHERE email = old_email AND bookings_count <= 0 AND NOT has_account;
  FOR newest IN
    SELECT s.email, d.sender_name, d.sender_phone, d.created_at
    FROM customer_summaries s LEFT JOIN LATERAL (
      SELECT sender_name, sender_phone, created_at FROM bookings
      WHERE lower(sender_email) = s.email ORDER BY created_at DESC LIMIT 1
    ) d ON true
    WHERE s.email IN (old_email, new_email)
  LOOP
    UPDATE customer_summaries
    SET booking_name = newest.sender_name, booking_phone = newest.sender_phone, last_booking_at = newest.created_at
    WHERE email = newest.email;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION move_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION move_money_to_business()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION names_of_work(done booking_events)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  day text := lagos_day(done.occurred_at);
  week text := 'week/' || date_trunc('week', day::date)::date || '/';
  parcel bookings;
BEGIN
  IF done.to_status = 'pending' OR done.from_status IS NULL OR done.from_status = done.to_status THEN
    RETURN;
  END IF;
  RETURN NEXT 'work/' || day || '/' || done.to_status;
  IF done.to_status <> 'delivered' THEN
    RETURN;
  END IF;
  SELECT * INTO STRICT parcel FROM bookings WHERE id = done.booking_id;
  RETURN NEXT week || 'delivered';
  IF day <= lagos_day(parcel.estimated_delivery) THEN
    RETURN NEXT week || 'in_time';
  END IF;
  RETURN NEXT week || 'days/' || greatest(0, least(30, day::date - lagos_day(parcel.created_at)::date));
END
$function$;

CREATE OR REPLACE FUNCTION note_payout_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE written integer;
BEGIN
  INSERT INTO webhook_messages (endpoint_id, kind, body, created_at, next_try_at)
  SELECT h.id, 'settlement.paid', webhook_body('settlement.paid',
      jsonb_build_object('entry', NEW.id, 'kobo', -NEW.gross_kobo, 'at', NEW.at)), NEW.at, NEW.at
  FROM payees p
  JOIN webhook_endpoints h ON h.enabled
    AND ((h.store_id IS NULL AND h.business_id IS NULL AND h.user_id = p.customer_id) OR h.store_id = p.store_id)
  WHERE p.id = NEW.payee_id AND h.events ? 'settlement.paid';
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN PERFORM pg_notify('ona_live', 'webhooks'); END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION note_returning()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT "returning" INTO NEW.returning FROM pieces WHERE id = NEW.piece_id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION note_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  kinds text[] := ARRAY['booking.event_added'];
  written integer;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE enabled) THEN RETURN NULL; END IF;
  IF NEW.kind = 'booked' THEN kinds := kinds || 'booking.created'::text; END IF;
  IF NEW.kind = 'price_set' THEN kinds := kinds || 'booking.price_set'::text; END IF;
  IF NEW.kind = 'paid' THEN kinds := kinds || 'payment.recorded'::text; END IF;
  IF NEW.from_status IS NOT NULL AND NEW.from_status <> NEW.to_status THEN
    kinds := kinds || 'booking.status_changed'::text;
  END IF;
  INSERT INTO webhook_messages (endpoint_id, kind, booking_id, body, created_at, next_try_at)
  SELECT h.id, k.kind, b.id, webhook_body(k.kind, jsonb_build_object(
      'code', b.tracking_code, 'reference', a.reference,
      'sequence', (SELECT count(*) FROM booking_events e WHERE e.booking_id = b.id AND e.id <= NEW.id),
      'event', NEW.id, 'kind', NEW.kind, 'from', NEW.from_status, 'to', NEW.to_status, 'reason', NEW.reason,
      'piece', NEW.piece, 'promised', b.promised_day, 'priceKobo', m.price_kobo, 'paidKobo', m.paid_kobo,
      'occurredAt', NEW.occurred_at, 'receivedAt', NEW.received_at)), NEW.received_at, NEW.received_at
  FROM bookings b
  LEFT JOIN api_bookings a ON a.booking_id = b.id
  LEFT JOIN booking_balances m ON m.booking_id = b.id
  JOIN webhook_endpoints h ON h.enabled AND (
    (h.store_id IS NULL AND h.business_id IS NULL AND h.user_id = b.customer_id)
    OR h.business_id = (SELECT bb.business_id FROM business_bookings bb WHERE bb.booking_id = b.id)
    OR h.store_id = a.owner_id
    OR h.store_id = (SELECT o.store_id FROM orders o WHERE o.id = b.order_id))
  CROSS JOIN unnest(kinds) AS k(kind)
  WHERE b.id = NEW.booking_id AND h.events ? k.kind
    -- A member hears of the business while they are one, and a clerk hears of no money.
    AND (h.business_id IS NULL OR EXISTS (
      SELECT FROM business_members m WHERE m.user_id = h.user_id AND m.business_id = h.business_id
        AND (m.role <> 'clerk' OR k.kind NOT IN ('booking.price_set', 'payment.recorded'))));
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN PERFORM pg_notify('ona_live', 'webhooks'); END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION numbers_of_changes(changes parcel_changes[])
 RETURNS TABLE(day date, hub_id uuid, run_id uuid, from_state text, to_state text, picked_up integer, arrived integer, departed integer, sent_out integer, delivered integer, on_time integer, first_tries integer, first_delivered integer, attempts integer, missing integer, returned integer)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
AS $function$
  WITH change AS MATERIALIZED (
    SELECT * FROM unnest(changes)
  ), parcel AS MATERIALIZED (
    SELECT b.id, v.*
    FROM (SELECT DISTINCT booking_id FROM change) c
    JOIN bookings b ON b.id = c.booking_id
    LEFT JOIN (SELECT DISTINCT ON (booking_id) * FROM change WHERE pieces IS NOT NULL ORDER BY booking_id, id) was USING (booking_id),
      LATERAL (VALUES
        (1, b.sender_state, b.receiver_state, b.pieces, lagos_day(b.estimated_delivery)::date),
        (-1, coalesce(was.from_state, b.sender_state), coalesce(was.to_state, b.receiver_state), coalesce(was.pieces, b.pieces),
          coalesce(was.due, lagos_day(b.estimated_delivery)::date))
      ) v (sign, from_state, to_state, pieces, due)
  ), said AS (
    SELECT p.id AS booking_id, p.sign, p.due, p.from_state, p.to_state, one.number AS piece, e.id, e.undoes, e.occurred_at,
      ((e.occurred_at AT TIME ZONE 'UTC') + interval '1 hour')::date AS day, coalesce(e.hub_id, r.hub_id, '00000000-0000-0000-0000-000000000000') AS hub_id,
      coalesce(e.run_id, '00000000-0000-0000-0000-000000000000') AS run_id, a.phone_id, a.phone_number,
      e.kind = 'attempted' AND a.phone_id IS NOT NULL AS is_told_attempt,
      CASE e.kind WHEN 'arrived_at_hub' THEN 1 WHEN 'attempted' THEN 4 WHEN 'returned' THEN 5 WHEN 'cancelled' THEN 6
        WHEN 'delivered' THEN 7 WHEN 'status_set' THEN 8 WHEN 'rescheduled' THEN 3 WHEN 'held_for_collection' THEN 3
        WHEN 'return_started' THEN 3 ELSE 2 END AS step,
      CASE WHEN e.kind = 'status_set' THEN array_position(array['pending', 'in_transit', 'delivered', 'failed'], e.to_status) END AS set_to,
      CASE WHEN e.kind <> 'status_set' THEN e.kind WHEN e.to_status = 'failed' THEN 'attempted' ELSE e.to_status END COLLATE "C" AS says,
      coalesce(e.reason IN (
        'nobody_home', 'phone_not_answered', 'address_not_found', 'refused', 'refused_after_opening', 'wrong_item', 'place_closed',
        'could_not_pay'), false) AS reason_counts,
      array_agg(e.undoes) FILTER (WHERE e.undoes IS NOT NULL) OVER (PARTITION BY p.id, p.sign, one.number) AS undone
    FROM parcel p
    JOIN booking_events e ON e.booking_id = p.id AND e.kind IN ('undone',
      'status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled',
      'held_for_collection', 'delivered', 'return_started', 'returned', 'cancelled')
    JOIN acts a ON a.id = e.act_id
    LEFT JOIN runs r ON r.id = e.run_id
    -- PostgreSQL expects a thousand rows of generate_series, and ten of a list.
    CROSS JOIN unnest(('{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50}'::integer[])[1:p.pieces]) AS one (number)
    WHERE (e.piece IS NULL OR e.piece = one.number OR e.undoes IS NOT NULL)
      AND (p.sign > 0 OR e.id NOT IN (SELECT event_id FROM change WHERE event_id IS NOT NULL))
  ), deed AS (
    -- Picked up, and returned, is a piece once. Seen again at one place on one day it is seen once.
    SELECT *, CASE WHEN says NOT IN ('picked_up', 'returned') THEN day END AS seen_on, CASE WHEN says NOT IN ('picked_up', 'returned') THEN hub_id END AS seen_at,
      CASE WHEN says NOT IN ('picked_up', 'returned') THEN run_id END AS seen_by
    FROM said WHERE undoes IS NULL AND (undone IS NULL OR id <> ALL (undone))
  ), ranked AS (
    SELECT *, CASE WHEN phone_id IS NULL THEN step
      ELSE max(step) OVER (PARTITION BY booking_id, sign, piece, occurred_at, phone_id ORDER BY phone_number, step) END AS lifted
    FROM deed
  ), ordered AS (
    SELECT *, row_number() OVER (PARTITION BY booking_id, sign, piece
      ORDER BY occurred_at, lifted, phone_id NULLS FIRST, phone_number, step, set_to, id) AS turn
    FROM ranked
  ), ended AS (
    SELECT *,
      max(turn) FILTER (WHERE says IN ('delivered', 'returned')) OVER before AS end_turn,
      max(turn) FILTER (WHERE says IN ('picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'delivered', 'returned')) OVER before AS move_turn
    FROM ordered
    WINDOW before AS (PARTITION BY booking_id, sign, piece ORDER BY turn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), placed AS (
    -- An attempt that a phone tells of a piece that has come to its end does not count.
    SELECT *, says = 'attempted' AND reason_counts AS is_attempt,
      row_number() OVER (PARTITION BY booking_id, sign, piece ORDER BY turn) AS place,
      row_number() OVER (PARTITION BY booking_id, sign, piece, says, seen_on, seen_at, seen_by ORDER BY occurred_at, id) = 1 AS is_seen
    FROM ended WHERE NOT is_told_attempt OR end_turn IS DISTINCT FROM move_turn OR end_turn IS NULL
  ), judged AS (
    -- Delivered is the first of the deeds after which nothing else was said: each piece that is shown as delivered has one.
    SELECT *, says = 'delivered' AND place = 1 + coalesce(max(place) FILTER (WHERE says <> 'delivered') OVER one, 0) AS is_delivered,
      min(place) FILTER (WHERE is_attempt) OVER one AS first_attempt
    FROM placed WINDOW one AS (PARTITION BY booking_id, sign, piece)
  ), counted AS (
    SELECT day, hub_id, run_id, from_state, to_state, says, is_seen, is_attempt, is_delivered, is_delivered AND day <= due AS is_on_time,
      CASE WHEN is_delivered THEN first_attempt IS NULL ELSE is_attempt AND place = first_attempt END AS is_first_try, sign, 0 AS missing
    FROM judged
    UNION ALL
    SELECT lagos_day(x.opened_at)::date, coalesce(x.hub_id, '00000000-0000-0000-0000-000000000000'), coalesce(x.run_id, '00000000-0000-0000-0000-000000000000'),
      p.from_state, p.to_state, '', false, false, false, false, false, 0, p.sign
    FROM parcel p JOIN exceptions x ON x.booking_id = p.id
    WHERE x.kind = 'missing' AND x.close_reason IS DISTINCT FROM 'counted_wrong'
    UNION ALL
    SELECT c.day, c.hub_id, c.run_id, p.from_state, p.to_state, '', false, false, false, false, false, 0, c.missing
    FROM change c JOIN parcel p ON p.id = c.booking_id AND p.sign < 0
    WHERE c.missing IS NOT NULL
  ), summed AS (
    SELECT day, hub_id, run_id, from_state, to_state,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'picked_up'), 0)::integer AS picked_up,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'arrived_at_hub'), 0)::integer AS arrived,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'left_hub'), 0)::integer AS departed,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'out_for_delivery'), 0)::integer AS sent_out,
      coalesce(sum(sign) FILTER (WHERE is_delivered), 0)::integer AS delivered,
      coalesce(sum(sign) FILTER (WHERE is_on_time), 0)::integer AS on_time,
      coalesce(sum(sign) FILTER (WHERE is_first_try), 0)::integer AS first_tries,
      coalesce(sum(sign) FILTER (WHERE is_first_try AND is_delivered), 0)::integer AS first_delivered,
      coalesce(sum(sign) FILTER (WHERE is_attempt), 0)::integer AS attempts,
      sum(missing)::integer AS missing,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'returned'), 0)::integer AS returned
    FROM counted GROUP BY day, hub_id, run_id, from_state, to_state
  )
  SELECT * FROM summed
  WHERE (picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
$function$;

CREATE OR REPLACE FUNCTION payee_days_of(ids uuid[])
 RETURNS SETOF payee_days
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
  WITH ledger AS (
    SELECT id, payee_id, kind, gross_kobo, cod_fee_kobo, at, cash_entry_id FROM settlement_entries s
    WHERE payee_id = ANY (ids) AND reverses IS NULL AND NOT EXISTS (SELECT FROM settlement_entries r WHERE r.reverses = s.id)
  ), steps AS (
    SELECT s.payee_id, coalesce(c.covered_at, s.at) AS payable_at, NULL AS out_at,
      sum(s.gross_kobo - s.cod_fee_kobo) OVER (PARTITION BY s.payee_id ORDER BY coalesce(c.covered_at, s.at), s.id) AS upto
    FROM ledger s LEFT JOIN cash_entries c ON c.id = s.cash_entry_id
    WHERE s.kind = 'collected' AND s.gross_kobo > s.cod_fee_kobo AND (c.id IS NULL OR c.holder_kind = 'hub' OR c.covered_at IS NOT NULL)
    UNION ALL
    SELECT payee_id, NULL, at, sum(-gross_kobo) OVER (PARTITION BY payee_id ORDER BY id)
    FROM ledger WHERE kind IN ('paid_out', 'deducted')
  ), placed AS (
    SELECT payee_id, payable_at, out_at, count(out_at) OVER (PARTITION BY payee_id ORDER BY upto, out_at IS NOT NULL
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - (out_at IS NOT NULL)::int AS turn
    FROM steps
  ), dated AS (
    SELECT payee_id, ((payable_at AT TIME ZONE 'UTC') + interval '1 hour')::date AS payable,
      ((max(out_at) OVER (PARTITION BY payee_id, turn) AT TIME ZONE 'UTC') + interval '1 hour')::date AS paid
    FROM placed
  )
  SELECT paid, payee_id, array_agg(greatest(0, paid - payable) ORDER BY greatest(0, paid - payable)), sum(greatest(0, paid - payable))::int
  FROM dated WHERE payable IS NOT NULL AND paid IS NOT NULL GROUP BY paid, payee_id
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;

CREATE OR REPLACE FUNCTION rider_changes(ids uuid[], facts rider_facts[])
 RETURNS SETOF rider_days
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
AS $function$
  SELECT rider_id, did, day, since, sum(sign)::integer FROM (
    SELECT sign, rider_id, bit AS did, day, coalesce(lag(day) OVER (PARTITION BY sign, booking_id, rider_id, bit ORDER BY day), '-infinity') AS since
    FROM (
      SELECT -1 AS sign, * FROM rider_facts WHERE booking_id = ANY (ids) UNION ALL SELECT 1, * FROM unnest(facts)
    ) f, (VALUES (1), (2), (4), (8)) v (bit) WHERE did & bit <> 0
  ) one GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0
$function$;

CREATE OR REPLACE FUNCTION rider_facts_now()
 RETURNS SETOF rider_facts
 LANGUAGE sql
 STABLE
AS $function$
  SELECT booking_id, rider_id, day, bit_or(did) FROM (
    SELECT e.booking_id, coalesce(d.rider_id, r.rider_id) AS rider_id, lagos_day(e.occurred_at)::date AS day,
      CASE WHEN e.kind = 'attempted' THEN 4
        WHEN EXISTS (SELECT FROM booking_events later WHERE later.booking_id = e.booking_id AND later.occurred_at > e.occurred_at
          AND (later.piece IS NULL OR later.piece = e.piece) AND (later.kind <> 'status_set' OR later.to_status <> 'delivered')
          AND later.kind IN ('status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled',
            'held_for_collection', 'return_started', 'returned', 'cancelled')
          AND NOT EXISTS (SELECT FROM booking_events u WHERE u.booking_id = later.booking_id AND u.undoes = later.id)) THEN 0
        WHEN lagos_day(e.occurred_at) <= lagos_day(b.estimated_delivery) THEN 3 ELSE 1 END
        | CASE WHEN w.answer <> 'right' THEN 8 ELSE 0 END AS did
    FROM booking_events e JOIN bookings b ON b.id = e.booking_id JOIN runs r ON r.id = e.run_id JOIN acts a ON a.id = e.act_id
      LEFT JOIN rider_deeds d ON d.deed_id = a.deed_id LEFT JOIN attempt_answers w ON w.event_id = e.id
    WHERE e.run_id IS NOT NULL AND e.kind IN ('delivered', 'attempted')
      AND NOT EXISTS (SELECT FROM booking_events u WHERE u.booking_id = e.booking_id AND u.undoes = e.id)
  ) one WHERE rider_id IS NOT NULL AND did <> 0 GROUP BY booking_id, rider_id, day
$function$;

CREATE OR REPLACE FUNCTION rider_facts_of(ids uuid[])
 RETURNS SETOF rider_facts
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
AS $function$
  SELECT * FROM rider_facts_now() WHERE booking_id = ANY (ids)
$function$;

CREATE OR REPLACE FUNCTION stay_cash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  people CONSTANT text[] := '{by_user_id,by_name,approved_by_name,reason}';
  before_it jsonb := to_jsonb(OLD);
  after_it jsonb := to_jsonb(NEW);
BEGIN
  IF pg_trigger_depth() > 1 AND after_it - 'covered_at' = before_it - 'covered_at' THEN
    RETURN NEW;
  END IF;
  IF OLD.kind = 'deposit' AND OLD.bank_day IS NULL AND after_it - 'bank_day' = before_it - 'bank_day' THEN
    RETURN NEW;
  END IF;
  IF OLD.received_at < now() - interval '6 years' AND after_it - people = before_it - people
    AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
    AND coalesce(NEW.approved_by_name, 'Not kept') = 'Not kept' AND coalesce(NEW.reason, 'Not kept') = 'Not kept' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION stay_with_business()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.booking_id, NEW.business_id, NEW.on_account) IS DISTINCT FROM (OLD.booking_id, OLD.business_id, OLD.on_account)
     OR NEW.agreement_id IS DISTINCT FROM OLD.agreement_id THEN
    RAISE EXCEPTION 'a booking stays with its business' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION summarise_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.email <> NEW.email OR NEW.referral_code IS NULL) THEN
    UPDATE customer_summaries SET has_account = false, account_name = NULL, account_phone = NULL WHERE email = OLD.email;
    DELETE FROM customer_summaries WHERE email = OLD.email AND bookings_count = 0;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.referral_code IS NOT NULL THEN
    INSERT INTO customer_summaries AS c (email, has_account, account_name, account_phone)
    VALUES (NEW.email, true, NEW.full_name, NEW.phone)
    ON CONFLICT (email) DO UPDATE SET has_account = true, account_name = excluded.account_name, account_phone = excluded.account_phone;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_account_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('ona_live', 'account:' || OLD.user_id);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_all_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM tell_pages('{all}');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_booking_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg('booking/' || tracking_code)) FROM before_it;
  ELSE
    PERFORM tell_pages(array_agg(DISTINCT 'booking/' || code))
    FROM (SELECT tracking_code AS code FROM before_it UNION SELECT tracking_code FROM after_it) s;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_event_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_pages(array_agg(DISTINCT 'booking/' || tracking_code)) FROM bookings d
    WHERE id IN (SELECT booking_id FROM after_it) AND d.xmin <> pg_current_xact_id()::xid;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg('booking/' || tracking_code)) FROM bookings
    WHERE id IN (SELECT booking_id FROM before_it);
  ELSE
    PERFORM tell_pages(array_agg('booking/' || tracking_code)) FROM bookings
    WHERE id IN (SELECT booking_id FROM before_it UNION SELECT booking_id FROM after_it);
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_home_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF split_part(NEW.name, '/', 2) < to_char(date_trunc('week', now() AT TIME ZONE 'Africa/Lagos'), 'YYYY-MM-DD') THEN
    PERFORM tell_pages('{stores}');
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_loaded_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM tell_pages(array_agg(DISTINCT 'booking/' || b.tracking_code)) FROM after_it rp
    JOIN pieces p ON p.id = rp.piece_id JOIN bookings b ON b.id = p.booking_id
    WHERE rp.loaded_at IS NOT NULL;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_order_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('ona_live', 'order:' || id || ' store:' || store_id) FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION tell_prices_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('ona_live', 'prices');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_product_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_pages(array_agg('store/' || slug)) FROM stores WHERE id IN (SELECT store_id FROM after_it);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg('store/' || slug)) FROM stores WHERE id IN (SELECT store_id FROM before_it);
  ELSE
    PERFORM tell_pages(array_agg('store/' || slug)) FROM stores
    WHERE id IN (SELECT store_id FROM before_it UNION SELECT store_id FROM after_it);
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_run_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM tell_pages(array_agg(DISTINCT 'booking/' || b.tracking_code)) FROM run_pieces rp
    JOIN pieces p ON p.id = rp.piece_id JOIN bookings b ON b.id = p.booking_id
    WHERE rp.run_id = NEW.id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION tell_store_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_pages(array_agg(DISTINCT 'store/' || slug) || '{stores}') FROM after_it;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg(DISTINCT 'store/' || slug) || '{stores}') FROM before_it;
  ELSE
    PERFORM tell_pages(array_agg(DISTINCT 'store/' || slug) || '{stores}')
    FROM (SELECT slug FROM before_it UNION SELECT slug FROM after_it) s;
  END IF;
  RETURN NULL;
END
$function$;

alter table activity_logs add constraint activity_logs_pkey PRIMARY KEY (id);

alter table acts add constraint acts_pkey PRIMARY KEY (id);

alter table admin_members add constraint admin_members_pkey PRIMARY KEY (id);

alter table api_bookings add constraint api_bookings_pkey PRIMARY KEY (booking_id);

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (id);

alter table attempt_answers add constraint attempt_answers_pkey PRIMARY KEY (event_id);

alter table bank_rows add constraint bank_rows_pkey PRIMARY KEY (id);

alter table bank_statement_lines add constraint bank_statement_lines_statement_id_row_pk PRIMARY KEY (statement_id, "row");

alter table bank_statement_shapes add constraint bank_statement_shapes_pkey PRIMARY KEY (shape);

alter table bank_statements add constraint bank_statements_pkey PRIMARY KEY (id);

alter table booking_balances add constraint booking_balances_pkey PRIMARY KEY (booking_id);

alter table booking_batch_rows add constraint booking_batch_rows_batch_id_row_pk PRIMARY KEY (batch_id, "row");

alter table booking_batches add constraint booking_batches_pkey PRIMARY KEY (id);

alter table booking_charges add constraint booking_charges_pkey PRIMARY KEY (id);

alter table booking_events add constraint booking_events_pkey PRIMARY KEY (id);

alter table bookings add constraint bookings_pkey PRIMARY KEY (id);

alter table business_agreements add constraint business_agreements_pkey PRIMARY KEY (id);

alter table business_bookings add constraint business_bookings_pkey PRIMARY KEY (booking_id);

alter table business_credits add constraint business_credits_pkey PRIMARY KEY (id);

alter table business_events add constraint business_events_pkey PRIMARY KEY (id);

alter table business_invites add constraint business_invites_pkey PRIMARY KEY (id);

alter table business_members add constraint business_members_pkey PRIMARY KEY (user_id);

alter table business_online_payments add constraint business_online_payments_pkey PRIMARY KEY (id);

alter table businesses add constraint businesses_pkey PRIMARY KEY (id);

alter table cash_accounts add constraint cash_accounts_holder_kind_holder_id_pk PRIMARY KEY (holder_kind, holder_id);

alter table cash_entries add constraint cash_entries_pkey PRIMARY KEY (id);

alter table cash_on_delivery add constraint cash_on_delivery_pkey PRIMARY KEY (booking_id);

alter table claim_entries add constraint claim_entries_pkey PRIMARY KEY (id);

alter table claims add constraint claims_pkey PRIMARY KEY (id);

alter table company_account add constraint company_account_pkey PRIMARY KEY (id);

alter table company_settings add constraint company_settings_pkey PRIMARY KEY (id);

alter table consents add constraint consents_pkey PRIMARY KEY (id);

alter table contact_messages add constraint contact_messages_pkey PRIMARY KEY (id);

alter table contact_replies add constraint contact_replies_pkey PRIMARY KEY (id);

alter table counters add constraint counters_name_shard_pk PRIMARY KEY (name, shard);

alter table custody_entries add constraint custody_entries_pkey PRIMARY KEY (id);

alter table customer_notes add constraint customer_notes_pkey PRIMARY KEY (id);

alter table customer_summaries add constraint customer_summaries_pkey PRIMARY KEY (email);

alter table email_links add constraint email_links_pkey PRIMARY KEY (id);

alter table erased_receivers add constraint erased_receivers_pkey PRIMARY KEY (booking_id);

alter table erasures add constraint erasures_pkey PRIMARY KEY (person_id);

alter table exceptions add constraint exceptions_pkey PRIMARY KEY (id);

alter table former_issuers add constraint former_issuers_pkey PRIMARY KEY (id);

alter table hub_areas add constraint hub_areas_hub_id_state_town_pk PRIMARY KEY (hub_id, state, town);

alter table hub_members add constraint hub_members_pkey PRIMARY KEY (member_id);

alter table hubs add constraint hubs_pkey PRIMARY KEY (id);

alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (key);

alter table invoice_lines add constraint invoice_lines_pkey PRIMARY KEY (id);

alter table invoice_numbers add constraint invoice_numbers_kind_year_pk PRIMARY KEY (kind, year);

alter table invoice_reminders add constraint invoice_reminders_invoice_id_kind_pk PRIMARY KEY (invoice_id, kind);

alter table invoices add constraint invoices_pkey PRIMARY KEY (id);

alter table kept_forms add constraint kept_forms_pkey PRIMARY KEY (id);

alter table lane_hours add constraint lane_hours_from_hub_id_to_hub_id_pk PRIMARY KEY (from_hub_id, to_hub_id);

alter table lane_totals add constraint lane_totals_span_starts_from_state_to_state_pk PRIMARY KEY (span, starts, from_state, to_state);

alter table language_texts add constraint language_texts_language_english_pk PRIMARY KEY (language, english);

alter table mail_server_state add constraint mail_server_state_pkey PRIMARY KEY (id);

alter table mails add constraint mails_pkey PRIMARY KEY (id);

alter table message_months add constraint message_months_pkey PRIMARY KEY (month);

alter table money_changes add constraint money_changes_pkey PRIMARY KEY (id);

alter table money_days add constraint money_days_day_kind_method_pk PRIMARY KEY (day, kind, method);

alter table one_time_seeds add constraint one_time_seeds_pkey PRIMARY KEY (name);

alter table online_payments add constraint online_payments_pkey PRIMARY KEY (id);

alter table order_events add constraint order_events_pkey PRIMARY KEY (id);

alter table order_lines add constraint order_lines_pkey PRIMARY KEY (id);

alter table orders add constraint orders_pkey PRIMARY KEY (id);

alter table parcel_changes add constraint parcel_changes_pkey PRIMARY KEY (id);

alter table parcel_hub_days add constraint parcel_hub_days_day_hub_id_pk PRIMARY KEY (day, hub_id);

alter table parcel_lane_totals add constraint parcel_lane_totals_span_starts_from_state_to_state_pk PRIMARY KEY (span, starts, from_state, to_state);

alter table parcel_runs add constraint parcel_runs_pkey PRIMARY KEY (run_id);

alter table partners add constraint partners_pkey PRIMARY KEY (id);

alter table passwords add constraint passwords_pkey PRIMARY KEY (user_id);

alter table payee_changes add constraint payee_changes_pkey PRIMARY KEY (id);

alter table payee_days add constraint payee_days_day_payee_id_pk PRIMARY KEY (day, payee_id);

alter table payee_totals add constraint payee_totals_span_starts_payee_id_pk PRIMARY KEY (span, starts, payee_id);

alter table payees add constraint payees_pkey PRIMARY KEY (id);

alter table payments add constraint payments_pkey PRIMARY KEY (id);

alter table pictures add constraint pictures_pkey PRIMARY KEY (key);

alter table pieces add constraint pieces_pkey PRIMARY KEY (id);

alter table price_lists add constraint price_lists_pkey PRIMARY KEY (id);

alter table products add constraint products_pkey PRIMARY KEY (id);

alter table profiles add constraint profiles_pkey PRIMARY KEY (id);

alter table proof_pictures add constraint proof_pictures_pkey PRIMARY KEY (id);

alter table proofs add constraint proofs_pkey PRIMARY KEY (id);

alter table rate_limits add constraint rate_limits_pkey PRIMARY KEY (key);

alter table receiver_choices add constraint receiver_choices_pkey PRIMARY KEY (id);

alter table receiver_links add constraint receiver_links_pkey PRIMARY KEY (booking_id);

alter table receiver_messages add constraint receiver_messages_pkey PRIMARY KEY (id);

alter table recovery_codes add constraint recovery_codes_user_id_hash_pk PRIMARY KEY (user_id, hash);

alter table referral_credits add constraint referral_credits_pkey PRIMARY KEY (id);

alter table referral_rewards add constraint referral_rewards_pkey PRIMARY KEY (referral_id);

alter table referral_terms add constraint referral_terms_pkey PRIMARY KEY (id);

alter table referrals add constraint referrals_pkey PRIMARY KEY (id);

alter table refused_addresses add constraint refused_addresses_pkey PRIMARY KEY (address);

alter table refused_mails add constraint refused_mails_pkey PRIMARY KEY (id);

alter table regular_pickup_acts add constraint regular_pickup_acts_pkey PRIMARY KEY (id);

alter table regular_pickups add constraint regular_pickups_pkey PRIMARY KEY (id);

alter table regular_stops add constraint regular_stops_pkey PRIMARY KEY (id);

alter table remembered_places add constraint remembered_places_pkey PRIMARY KEY (id);

alter table rider_days add constraint rider_days_rider_id_day_did_since_pk PRIMARY KEY (rider_id, day, did, since);

alter table rider_deeds add constraint rider_deeds_pkey PRIMARY KEY (id);

alter table rider_devices add constraint rider_devices_pkey PRIMARY KEY (id);

alter table rider_enrolments add constraint rider_enrolments_pkey PRIMARY KEY (id);

alter table rider_facts add constraint rider_facts_booking_id_rider_id_day_pk PRIMARY KEY (booking_id, rider_id, day);

alter table rider_papers add constraint rider_papers_pkey PRIMARY KEY (id);

alter table rider_pins add constraint rider_pins_pkey PRIMARY KEY (rider_id);

alter table rider_shifts add constraint rider_shifts_pkey PRIMARY KEY (id);

alter table riders add constraint riders_pkey PRIMARY KEY (id);

alter table run_pieces add constraint run_pieces_pkey PRIMARY KEY (id);

alter table runs add constraint runs_pkey PRIMARY KEY (id);

alter table saved_receivers add constraint saved_receivers_pkey PRIMARY KEY (id);

alter table sessions add constraint sessions_pkey PRIMARY KEY (token_hash);

alter table settlement_entries add constraint settlement_entries_pkey PRIMARY KEY (id);

alter table shelf_count_pieces add constraint shelf_count_pieces_count_id_piece_id_pk PRIMARY KEY (count_id, piece_id);

alter table shelf_counts add constraint shelf_counts_pkey PRIMARY KEY (id);

alter table site_lock_config add constraint site_lock_config_pkey PRIMARY KEY (id);

alter table status_batch_rows add constraint status_batch_rows_batch_id_place_pk PRIMARY KEY (batch_id, place);

alter table status_batches add constraint status_batches_pkey PRIMARY KEY (id);

alter table stores add constraint stores_pkey PRIMARY KEY (id);

alter table subject_totals add constraint subject_totals_view_span_starts_subject_pk PRIMARY KEY (view, span, starts, subject);

alter table told_pieces add constraint told_pieces_pkey PRIMARY KEY (id);

alter table track_languages add constraint track_languages_pkey PRIMARY KEY (language);

alter table transfer_notices add constraint transfer_notices_pkey PRIMARY KEY (id);

alter table two_step_roles add constraint two_step_roles_pkey PRIMARY KEY (role);

alter table two_steps add constraint two_steps_pkey PRIMARY KEY (user_id);

alter table webhook_endpoints add constraint webhook_endpoints_pkey PRIMARY KEY (id);

alter table webhook_messages add constraint webhook_messages_pkey PRIMARY KEY (id);

alter table webhook_tries add constraint webhook_tries_pkey PRIMARY KEY (id);

alter table acts add constraint acts_kind CHECK ((kind = ANY (ARRAY['earlier'::text, 'taken_back'::text, 'booked'::text, 'corrected'::text, 'cancelled'::text, 'noted'::text, 'receiver_erased'::text, 'status_set'::text, 'picked_up'::text, 'picked_up_unbooked'::text, 'pickup_counted'::text, 'loaded'::text, 'sealed'::text, 'sent_out'::text, 'received'::text, 'handed_over'::text, 'handed_in'::text, 'handed_to_rider'::text, 'received_from_rider'::text, 'delivered'::text, 'attempted'::text, 'corrected_deed'::text, 'deed_kept'::text, 'regular_visited'::text, 'run_closed'::text, 'shelf_counted'::text, 'incident'::text, 'rescheduled'::text, 'day_moved'::text, 'rider_left'::text, 'transfer_asked'::text, 'exception_opened'::text, 'exception_decided'::text, 'choice'::text, 'attempt_answered'::text, 'not_received'::text, 'not_expected'::text, 'message_failed'::text, 'sender_decided'::text, 'claim_opened'::text, 'claim_decided'::text, 'claim_paid'::text, 'price_set'::text, 'price_accepted'::text, 'return_fee'::text, 'paid'::text, 'payment_reversed'::text, 'collected'::text, 'collection_reversed'::text, 'paid_out'::text, 'payout_reversed'::text, 'cash_counted'::text, 'cash_moved'::text, 'cash_corrected'::text, 'invoiced'::text, 'business_paid'::text, 'business_payment_reversed'::text])));

alter table acts add constraint acts_phone CHECK (((phone_id IS NULL) = (phone_number IS NULL)));

alter table acts add constraint acts_source CHECK ((source = ANY (ARRAY['office'::text, 'scan'::text, 'phone'::text, 'sender'::text, 'receiver'::text, 'api'::text, 'program'::text, 'earlier'::text])));

alter table acts add constraint acts_takes_back CHECK (((kind = 'taken_back'::text) = (takes_back IS NOT NULL)));

alter table acts add constraint acts_takes_back_unique UNIQUE (takes_back);

alter table admin_members add constraint admin_members_role CHECK ((admin_role = ANY (ARRAY['super_admin'::text, 'moderator'::text, 'support'::text, 'dispatcher'::text, 'hub_clerk'::text, 'cashier'::text])));

alter table admin_members add constraint admin_members_user_id_unique UNIQUE (user_id);

alter table api_bookings add constraint api_bookings_reference UNIQUE (owner_id, reference);

alter table api_bookings add constraint api_bookings_reference_length CHECK (((length(reference) >= 1) AND (length(reference) <= 100)));

alter table api_bookings add constraint api_bookings_test_speed CHECK ((test_speed = ANY (ARRAY['real'::text, 'at_once'::text])));

alter table api_keys add constraint api_keys_access CHECK ((access = ANY (ARRAY['read'::text, 'write'::text])));

alter table api_keys add constraint api_keys_key_hash_unique UNIQUE (key_hash);

alter table api_keys add constraint api_keys_label CHECK (((length(label) >= 1) AND (length(label) <= 60)));

alter table api_keys add constraint api_keys_mode CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])));

alter table api_keys add constraint api_keys_one_owner CHECK ((num_nonnulls(store_id, business_id) <= 1));

alter table attempt_answers add constraint attempt_answers_answer CHECK ((answer = ANY (ARRAY['right'::text, 'nobody_came'::text, 'somebody_here'::text, 'not_called'::text])));

alter table attempt_answers add constraint attempt_answers_words CHECK ((length(words) <= 200));

alter table bank_rows add constraint bank_rows_direction CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])));

alter table bank_rows add constraint bank_rows_kobo CHECK ((kobo > 0));

alter table bank_rows add constraint bank_rows_outcome CHECK ((outcome = ANY (ARRAY['recorded'::text, 'left_out'::text, 'taken_back'::text])));

alter table bank_statement_lines add constraint bank_statement_lines_direction CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])));

alter table bank_statement_lines add constraint bank_statement_lines_state CHECK ((state = ANY (ARRAY['matched'::text, 'doubtful'::text, 'unknown'::text, 'broken'::text, 'repeated'::text, 'left_out'::text, 'out'::text])));

alter table bank_statements add constraint bank_statements_form_key_unique UNIQUE (form_key);

alter table bank_statements add constraint bank_statements_recorded CHECK ((((recorded_at IS NULL) = (recorded_payments IS NULL)) AND ((recorded_at IS NULL) = (recorded_kobo IS NULL))));

alter table booking_balances add constraint booking_balances_paid CHECK ((paid_kobo >= 0));

alter table booking_batches add constraint booking_batches_business CHECK (((kind = 'business'::text) = (business_id IS NOT NULL)));

alter table booking_batches add constraint booking_batches_kind CHECK ((kind = ANY (ARRAY['customer'::text, 'store'::text, 'business'::text, 'staff'::text])));

alter table booking_batches add constraint booking_batches_store CHECK (((kind = 'store'::text) = (store_id IS NOT NULL)));

alter table booking_charges add constraint booking_charges_kind CHECK ((kind = ANY (ARRAY['quoted'::text, 'set'::text, 'return'::text])));

alter table booking_charges add constraint booking_charges_quoted CHECK (((kind = 'return'::text) OR ((kind = 'quoted'::text) = (price_list_version IS NOT NULL))));

alter table booking_charges add constraint booking_charges_total CHECK (((total_kobo >= 0) AND (total_kobo <= '100000000000'::bigint)));

alter table booking_events add constraint booking_events_incident CHECK ((incident = ANY (ARRAY['vehicle_broke_down'::text, 'held_by_authorities'::text, 'accident'::text, 'weather'::text, 'area_unsafe'::text, 'robbery'::text])));

alter table booking_events add constraint booking_events_kind CHECK ((kind = ANY (ARRAY['booked'::text, 'status_set'::text, 'undone'::text, 'picked_up'::text, 'arrived_at_hub'::text, 'left_hub'::text, 'out_for_delivery'::text, 'attempted'::text, 'rescheduled'::text, 'held_for_collection'::text, 'delivered'::text, 'return_started'::text, 'returned'::text, 'cancelled'::text, 'incident'::text, 'corrected'::text, 'price_set'::text, 'price_accepted'::text, 'paid'::text, 'not_received'::text, 'claim_opened'::text, 'claim_decided'::text, 'day_chosen'::text, 'hold_chosen'::text, 'person_named'::text, 'landmark_given'::text, 'refusal_announced'::text, 'rider_note'::text, 'choice_ended'::text, 'attempt_confirmed'::text, 'attempt_denied'::text, 'day_moved'::text, 'noted'::text])));

alter table booking_events add constraint booking_events_new_day CHECK (((kind = 'day_moved'::text) = ((new_day IS NOT NULL) AND (new_day_why IS NOT NULL))));

alter table booking_events add constraint booking_events_new_day_why CHECK ((new_day_why = ANY (ARRAY['run'::text, 'linehaul'::text, 'hold'::text, 'again'::text, 'closed'::text, 'vehicle'::text, 'road'::text, 'volume'::text, 'weather'::text, 'office'::text])));

alter table booking_events add constraint booking_events_reason CHECK ((reason = ANY (ARRAY['nobody_home'::text, 'phone_not_answered'::text, 'address_not_found'::text, 'refused'::text, 'refused_after_opening'::text, 'wrong_item'::text, 'another_day'::text, 'place_closed'::text, 'could_not_pay'::text, 'damaged'::text, 'lost'::text, 'area_unsafe'::text, 'vehicle_broke_down'::text, 'held_by_authorities'::text, 'weather'::text, 'other'::text, 'cancelled'::text])));

alter table booking_events add constraint booking_events_to CHECK ((to_status = ANY (ARRAY['pending'::text, 'in_transit'::text, 'delivered'::text, 'failed'::text])));

alter table booking_events add constraint booking_events_undoes CHECK (((kind = 'undone'::text) = (undoes IS NOT NULL)));

alter table bookings add constraint bookings_declared_value CHECK (((declared_value_kobo >= 1) AND (declared_value_kobo <= '100000000000'::bigint)));

alter table bookings add constraint bookings_delivered_at CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL)));

alter table bookings add constraint bookings_delivery_type CHECK ((delivery_type = ANY (ARRAY['standard'::text, 'express'::text, 'same_day'::text])));

alter table bookings add constraint bookings_form_key_unique UNIQUE (form_key);

alter table bookings add constraint bookings_order_id_unique UNIQUE (order_id);

alter table bookings add constraint bookings_package_type CHECK ((package_type = ANY (ARRAY['Document'::text, 'Parcel'::text, 'Box'::text, 'Electronics'::text, 'Fragile'::text])));

alter table bookings add constraint bookings_pays_delivery CHECK ((pays_delivery = ANY (ARRAY['sender_before'::text, 'sender_pickup'::text, 'receiver'::text, 'account'::text])));

alter table bookings add constraint bookings_pickup_half CHECK ((pickup_half = ANY (ARRAY['morning'::text, 'afternoon'::text])));

alter table bookings add constraint bookings_pieces CHECK (((pieces >= 1) AND (pieces <= 50)));

alter table bookings add constraint bookings_receiver_email CHECK (((length(receiver_email) >= 1) AND (length(receiver_email) <= 254)));

alter table bookings add constraint bookings_staff_note CHECK (((length(staff_note) >= 1) AND (length(staff_note) <= 500)));

alter table bookings add constraint bookings_status CHECK ((status = ANY (ARRAY['pending'::text, 'in_transit'::text, 'delivered'::text, 'failed'::text])));

alter table bookings add constraint bookings_tracking_code CHECK ((tracking_code ~ '^([A-Z]{2}[0-9]{8,9}[A-Z]{2}|RX[0-9]{13,})$'::text));

alter table bookings add constraint bookings_tracking_code_unique UNIQUE (tracking_code);

alter table bookings add constraint bookings_weight CHECK (((package_weight > (0)::numeric) AND (package_weight < 'NaN'::numeric)));

alter table business_agreements add constraint business_agreements_discount CHECK (((discount_per_mille >= 0) AND (discount_per_mille <= 900)));

alter table business_agreements add constraint business_agreements_version UNIQUE (business_id, version);

alter table business_bookings add constraint business_bookings_cost_centre CHECK (((length(cost_centre) >= 1) AND (length(cost_centre) <= 60)));

alter table business_credits add constraint business_credits_kind CHECK ((kind = ANY (ARRAY['received'::text, 'used'::text, 'returned'::text, 'reversed'::text])));

alter table business_credits add constraint business_credits_kobo CHECK (((kobo <> 0) AND ((kind = ANY (ARRAY['received'::text, 'returned'::text])) = (kobo > 0))));

alter table business_credits add constraint business_credits_method CHECK (((kind = 'received'::text) = (method IS NOT NULL)));

alter table business_credits add constraint business_credits_payment CHECK (((kind = ANY (ARRAY['used'::text, 'returned'::text])) = (payment_id IS NOT NULL)));

alter table business_credits add constraint business_credits_payment_id_unique UNIQUE (payment_id);

alter table business_credits add constraint business_credits_reference UNIQUE (method, reference);

alter table business_credits add constraint business_credits_reverses CHECK (((kind = 'reversed'::text) = (reverses IS NOT NULL)));

alter table business_credits add constraint business_credits_reverses_unique UNIQUE (reverses);

alter table business_invites add constraint business_invites_email UNIQUE (business_id, email);

alter table business_invites add constraint business_invites_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'clerk'::text])));

alter table business_members add constraint business_members_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'clerk'::text])));

alter table business_online_payments add constraint business_online_payments_kobo CHECK (((kobo >= 1) AND (kobo <= '100000000000'::bigint)));

alter table business_online_payments add constraint business_online_payments_reference_unique UNIQUE (reference);

alter table business_online_payments add constraint business_online_payments_state CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'not_paid'::text, 'problem'::text])));

alter table businesses add constraint businesses_credit CHECK ((credit_kobo >= 0));

alter table businesses add constraint businesses_grace CHECK (((grace_days >= 0) AND (grace_days <= 90)));

alter table businesses add constraint businesses_limit_kobo CHECK (((limit_kobo >= 0) AND (limit_kobo <= '100000000000'::bigint)));

alter table businesses add constraint businesses_rows_a_day CHECK (((rows_a_day >= 0) AND (rows_a_day <= 100000)));

alter table businesses add constraint businesses_state CHECK ((state = ANY (ARRAY['asked'::text, 'open'::text, 'refused'::text, 'closed'::text])));

alter table businesses add constraint businesses_terms CHECK ((terms_days = ANY (ARRAY[7, 14, 30])));

alter table cash_accounts add constraint cash_accounts_holder CHECK ((holder_kind = ANY (ARRAY['rider'::text, 'hub'::text])));

alter table cash_accounts add constraint cash_accounts_since CHECK (((balance_kobo > 0) = (since IS NOT NULL)));

alter table cash_entries add constraint cash_entries_collected CHECK ((((part IS NOT NULL) = (kind = 'collected'::text)) AND ((kind <> 'collected'::text) OR ((booking_id IS NULL) = (part = 'unbooked'::text)))));

alter table cash_entries add constraint cash_entries_deposit CHECK (((kind = 'deposit'::text) = (reference IS NOT NULL)));

alter table cash_entries add constraint cash_entries_holder CHECK ((holder_kind = ANY (ARRAY['rider'::text, 'hub'::text])));

alter table cash_entries add constraint cash_entries_kind CHECK ((kind = ANY (ARRAY['change'::text, 'collected'::text, 'paid_in'::text, 'deposit'::text, 'expense'::text, 'shortage'::text, 'overage'::text, 'correction'::text, 'reversed'::text])));

alter table cash_entries add constraint cash_entries_kobo CHECK (((kobo <> 0) AND ((kobo >= '-100000000000'::bigint) AND (kobo <= '100000000000'::bigint))));

alter table cash_entries add constraint cash_entries_part CHECK ((part = ANY (ARRAY['delivery'::text, 'goods'::text, 'over'::text, 'unbooked'::text])));

alter table cash_entries add constraint cash_entries_reason CHECK (((kind <> ALL (ARRAY['expense'::text, 'shortage'::text, 'overage'::text, 'correction'::text])) OR ((reason IS NOT NULL) AND (approved_by_name IS NOT NULL))));

alter table cash_entries add constraint cash_entries_reversal CHECK (((kind = 'reversed'::text) = (reverses IS NOT NULL)));

alter table cash_entries add constraint cash_entries_reverses_unique UNIQUE (reverses);

alter table cash_entries add constraint cash_entries_sign CHECK (
CASE kind
    WHEN 'collected'::text THEN (kobo > 0)
    WHEN 'paid_in'::text THEN ((kobo > 0) = (holder_kind = 'hub'::text))
    WHEN 'overage'::text THEN (kobo > 0)
    WHEN 'deposit'::text THEN (kobo < 0)
    WHEN 'expense'::text THEN ((kobo < 0) AND (holder_kind = 'hub'::text))
    WHEN 'shortage'::text THEN (kobo < 0)
    ELSE true
END);

alter table cash_on_delivery add constraint cash_on_delivery_amount CHECK (((amount_kobo >= 1) AND (amount_kobo <= 500000000)));

alter table cash_on_delivery add constraint cash_on_delivery_cod_fee CHECK (((cod_fee_kobo >= 0) AND (cod_fee_kobo <= collected_kobo)));

alter table cash_on_delivery add constraint cash_on_delivery_collected CHECK (((collected_kobo >= 0) AND (collected_kobo <= amount_kobo)));

alter table cash_on_delivery add constraint cash_on_delivery_terms CHECK (((cod_fee_per_mille >= 0) AND (cod_fee_per_mille <= 1000) AND (cod_fee_minimum_kobo >= 0)));

alter table claim_entries add constraint claim_entries_kind CHECK ((kind = ANY (ARRAY['opened'::text, 'given'::text, 'noted'::text, 'waiting'::text, 'reopened'::text, 'message'::text, 'decided'::text, 'paid'::text, 'payment_reversed'::text])));

alter table claim_entries add constraint claim_entries_words CHECK ((length(words) <= 500));

alter table claims add constraint claims_closed CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL)));

alter table claims add constraint claims_decided CHECK ((((state = ANY (ARRAY['to_pay'::text, 'closed'::text])) = (decided_at IS NOT NULL)) AND ((decided_at IS NULL) = (outcome IS NULL))));

alter table claims add constraint claims_frozen CHECK (((frozen_to IS NULL) OR ((frozen_from IS NOT NULL) AND (frozen_to >= frozen_from))));

alter table claims add constraint claims_granted CHECK ((((granted_kobo >= 0) AND (granted_kobo <= '100000000000'::bigint)) AND ((granted_kobo = 0) OR (outcome = 'accepted'::text)) AND ((state <> 'to_pay'::text) OR (granted_kobo > 0))));

alter table claims add constraint claims_kind CHECK ((kind = ANY (ARRAY['not_received'::text, 'loss'::text, 'damage'::text, 'complaint'::text])));

alter table claims add constraint claims_let_go CHECK (((frozen_from IS NULL) OR ((frozen_to IS NULL) = (decided_at IS NULL))));

alter table claims add constraint claims_outcome CHECK ((outcome = ANY (ARRAY['accepted'::text, 'refused'::text])));

alter table claims add constraint claims_state CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'to_pay'::text, 'closed'::text])));

alter table claims add constraint claims_words CHECK (((length(words) <= 500) AND (length(decision) <= 500)));

alter table company_account add constraint company_account_number CHECK ((account_number ~ '^[0-9]{10}$'::text));

alter table company_account add constraint company_account_one_row CHECK ((id = 1));

alter table company_settings add constraint company_settings_one_row CHECK ((id = 1));

alter table consents add constraint consents_note CHECK (((length(note) >= 1) AND (length(note) <= 200)));

alter table consents add constraint consents_purpose CHECK ((purpose = ANY (ARRAY['place'::text, 'marketing'::text])));

alter table consents add constraint consents_withdraws_unique UNIQUE (withdraws);

alter table contact_messages add constraint contact_messages_form_key_unique UNIQUE (form_key);

alter table contact_messages add constraint contact_messages_subject CHECK ((subject = ANY (ARRAY['General Inquiry'::text, 'Booking Question'::text, 'Tracking Issue'::text, 'Business Partnership'::text, 'Complaint'::text, 'Custom Purchase'::text])));

alter table contact_replies add constraint contact_replies_form_key_unique UNIQUE (form_key);

alter table custody_entries add constraint custody_entries_from CHECK ((from_kind = ANY (ARRAY['sender'::text, 'hub'::text, 'rider'::text, 'partner'::text, 'receiver'::text, 'lost'::text])));

alter table custody_entries add constraint custody_entries_method CHECK ((method = ANY (ARRAY['scan'::text, 'typed'::text, 'list'::text])));

alter table custody_entries add constraint custody_entries_reverses_unique UNIQUE (reverses);

alter table custody_entries add constraint custody_entries_to CHECK ((to_kind = ANY (ARRAY['sender'::text, 'hub'::text, 'rider'::text, 'partner'::text, 'receiver'::text, 'lost'::text])));

alter table custody_entries add constraint custody_entries_to_id CHECK (((to_kind = ANY (ARRAY['hub'::text, 'rider'::text, 'partner'::text])) = (to_id IS NOT NULL)));

alter table customer_notes add constraint customer_notes_body CHECK (((char_length(body) >= 1) AND (char_length(body) <= 1000)));

alter table customer_notes add constraint customer_notes_email_lower CHECK ((email = lower(email)));

alter table customer_notes add constraint customer_notes_form_key_unique UNIQUE (form_key);

alter table customer_summaries add constraint customer_summaries_id_unique UNIQUE (id);

alter table email_links add constraint email_links_email_lower CHECK ((email = lower(email)));

alter table email_links add constraint email_links_purpose CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'sign_up'::text, 'store_sign_in'::text, 'store_sign_up'::text, 'password_reset'::text])));

alter table email_links add constraint email_links_token_hash_unique UNIQUE (token_hash);

alter table exceptions add constraint exceptions_closed CHECK ((((closed_at IS NULL) = (close_reason IS NULL)) AND ((closed_at IS NULL) = (closed_by_name IS NULL))));

alter table exceptions add constraint exceptions_incident CHECK ((incident = ANY (ARRAY['vehicle_broke_down'::text, 'held_by_authorities'::text, 'accident'::text, 'weather'::text, 'area_unsafe'::text, 'robbery'::text])));

alter table exceptions add constraint exceptions_kind CHECK ((kind = ANY (ARRAY['missing'::text, 'extra'::text, 'refused'::text, 'refused_ahead'::text, 'attempt_denied'::text, 'attempts_used'::text, 'lies_too_long'::text, 'unconfirmed_claim'::text, 'deeds_disagree'::text, 'no_destination'::text, 'run_not_closed'::text, 'linehaul_overdue'::text, 'incident'::text, 'deed_unclear'::text, 'phone_silent'::text, 'wrong_pin'::text, 'proof_missing'::text, 'cash_difference'::text, 'less_agreed'::text, 'transfer_to_confirm'::text, 'not_received'::text, 'not_expected'::text, 'receiver_not_told'::text, 'to_complete'::text])));

alter table exceptions add constraint exceptions_reason CHECK ((close_reason = ANY (ARRAY['found'::text, 'delivered'::text, 'counted_wrong'::text, 'handed_over'::text, 'try_again'::text, 'hold'::text, 'return'::text, 'lost'::text, 'other_run'::text, 'money_in'::text, 'money_not_found'::text, 'claim_decided'::text, 'sender_agreed'::text, 'sender_denied'::text, 'sender_silent'::text, 'solved'::text, 'no_fault'::text])));

alter table hubs add constraint hubs_code CHECK ((code ~ '^[A-Z]{3}$'::text));

alter table hubs add constraint hubs_code_unique UNIQUE (code);

alter table hubs add constraint hubs_name_unique UNIQUE (name);

alter table invoice_lines add constraint invoice_lines_charge UNIQUE (booking_id, charge_id);

alter table invoice_numbers add constraint invoice_numbers_kind CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])));

alter table invoice_reminders add constraint invoice_reminders_kind CHECK ((kind = ANY (ARRAY['before'::text, 'after'::text, 'again'::text])));

alter table invoices add constraint invoices_kind CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])));

alter table invoices add constraint invoices_number UNIQUE (kind, year, serial);

alter table invoices add constraint invoices_total CHECK ((((kind = 'invoice'::text) = (total_kobo > 0)) AND (total_kobo <> 0)));

alter table kept_forms add constraint kept_forms_size CHECK ((octet_length(content) <= 70000));

alter table kept_forms add constraint kept_forms_token_hash_unique UNIQUE (token_hash);

alter table lane_hours add constraint lane_hours_hours CHECK (((hours >= 1) AND (hours <= 240)));

alter table lane_totals add constraint lane_totals_span CHECK ((span = ANY (ARRAY['to_month_end'::text, 'to_year_end'::text])));

alter table mail_server_state add constraint mail_server_state_one CHECK ((id = 1));

alter table message_months add constraint message_months_spent CHECK ((spent_kobo >= 0));

alter table money_changes add constraint money_changes_kind CHECK ((kind = ANY (ARRAY['charged'::text, 'credited'::text, 'received'::text, 'reversed'::text, 'owed'::text, 'handling'::text, 'collected'::text, 'paid_out'::text, 'compensated'::text])));

alter table money_changes add constraint money_changes_method CHECK ((method = ANY (ARRAY[''::text, 'cash'::text, 'transfer'::text, 'pos'::text, 'online'::text, 'deducted'::text, 'account'::text])));

alter table online_payments add constraint online_payments_dispute CHECK ((dispute = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text, 'closed'::text])));

alter table online_payments add constraint online_payments_is_problem CHECK (((state = 'problem'::text) = (problem IS NOT NULL)));

alter table online_payments add constraint online_payments_kobo CHECK (((kobo >= 1) AND (kobo <= '100000000000'::bigint)));

alter table online_payments add constraint online_payments_pays CHECK ((pays = ANY (ARRAY['price'::text, 'door'::text])));

alter table online_payments add constraint online_payments_problem CHECK ((problem = ANY (ARRAY['wrong_amount'::text, 'wrong_currency'::text, 'not_owed'::text, 'goes_back'::text])));

alter table online_payments add constraint online_payments_reference_unique UNIQUE (reference);

alter table online_payments add constraint online_payments_state CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'not_paid'::text, 'problem'::text])));

alter table order_lines add constraint order_lines_position UNIQUE (order_id, "position");

alter table order_lines add constraint order_lines_price CHECK ((unit_price_kobo >= 0));

alter table order_lines add constraint order_lines_quantity CHECK ((quantity > 0));

alter table order_lines add constraint order_lines_stock_taken CHECK (((stock_taken >= 0) AND (stock_taken <= quantity)));

alter table orders add constraint orders_code_unique UNIQUE (code);

alter table orders add constraint orders_form_key_unique UNIQUE (form_key);

alter table orders add constraint orders_status CHECK ((status = ANY (ARRAY['new'::text, 'confirmed'::text, 'ready'::text, 'completed'::text, 'cancelled'::text])));

alter table orders add constraint orders_total CHECK ((total_kobo >= 0));

alter table orders add constraint orders_view_token_unique UNIQUE (view_token);

alter table parcel_lane_totals add constraint parcel_lane_totals_span CHECK ((span = ANY (ARRAY['to_month_end'::text, 'to_year_end'::text])));

alter table partners add constraint partners_company_unique UNIQUE (company);

alter table payee_totals add constraint payee_totals_span CHECK ((span = ANY (ARRAY['to_month_end'::text, 'to_year_end'::text])));

alter table payees add constraint payees_account CHECK ((num_nonnulls(bank, account_name, account_number, account_since) = ANY (ARRAY[0, 4])));

alter table payees add constraint payees_account_number CHECK ((account_number ~ '^[0-9]{10}$'::text));

alter table payees add constraint payees_customer_id_unique UNIQUE (customer_id);

alter table payees add constraint payees_one CHECK ((num_nonnulls(customer_id, store_id) <= 1));

alter table payees add constraint payees_owed_since CHECK (((owed_kobo > 0) = (owed_since IS NOT NULL)));

alter table payees add constraint payees_store_id_unique UNIQUE (store_id);

alter table payments add constraint payments_direction CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])));

alter table payments add constraint payments_kobo CHECK (((kobo >= 1) AND (kobo <= '100000000000'::bigint)));

alter table payments add constraint payments_method CHECK ((method = ANY (ARRAY['cash'::text, 'transfer'::text, 'pos'::text, 'online'::text, 'deducted'::text, 'account'::text])));

alter table payments add constraint payments_out CHECK ((((direction = 'out'::text) = (claim_id IS NOT NULL)) = (reverses IS NULL)));

alter table payments add constraint payments_reference UNIQUE (method, reference);

alter table payments add constraint payments_reverses_unique UNIQUE (reverses);

alter table pieces add constraint pieces_holder CHECK ((holder_kind = ANY (ARRAY['sender'::text, 'hub'::text, 'rider'::text, 'partner'::text, 'receiver'::text, 'lost'::text])));

alter table pieces add constraint pieces_holder_id CHECK (((holder_kind = ANY (ARRAY['hub'::text, 'rider'::text, 'partner'::text])) = (holder_id IS NOT NULL)));

alter table pieces add constraint pieces_number CHECK (((number >= 1) AND (number <= 50)));

alter table pieces add constraint pieces_of_booking UNIQUE (booking_id, number);

alter table pieces add constraint pieces_sticker_unique UNIQUE (sticker);

alter table price_lists add constraint price_lists_published CHECK ((((version IS NULL) = (valid_from IS NULL)) AND ((version IS NULL) = (published_at IS NULL))));

alter table price_lists add constraint price_lists_version CHECK ((version > 0));

alter table price_lists add constraint price_lists_version_unique UNIQUE (version);

alter table products add constraint products_price CHECK (((price_kobo >= 0) AND (price_kobo <= '100000000000'::bigint)));

alter table products add constraint products_stock CHECK ((stock_quantity >= 0));

alter table profiles add constraint profiles_email_lower CHECK ((email = lower(email)));

alter table profiles add constraint profiles_email_unique UNIQUE (email);

alter table profiles add constraint profiles_phone_e164 CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text));

alter table profiles add constraint profiles_referral_code_unique UNIQUE (referral_code);

alter table proof_pictures add constraint proof_pictures_key_unique UNIQUE (key);

alter table proof_pictures add constraint proof_pictures_kind CHECK ((kind = ANY (ARRAY['photo'::text, 'signature'::text])));

alter table proof_pictures add constraint proof_pictures_number CHECK (((number >= 1) AND (number <= 3)));

alter table proof_pictures add constraint proof_pictures_of_deed UNIQUE (deed_id, number);

alter table proofs add constraint proofs_flags CHECK ((flags <@ ARRAY['no_channel'::text, 'no_pin'::text, 'wrong_pin'::text, 'pin_unchecked'::text, 'no_proof'::text, 'late'::text, 'time_bounded'::text, 'revoked'::text]));

alter table proofs add constraint proofs_kind CHECK ((kind = ANY (ARRAY['pin'::text, 'photo'::text, 'signature'::text, 'name'::text, 'none'::text, 'attempt'::text])));

alter table proofs add constraint proofs_landmark CHECK (((length(landmark) >= 1) AND (length(landmark) <= 200)));

alter table proofs add constraint proofs_note CHECK (((length(note) >= 1) AND (length(note) <= 200)));

alter table proofs add constraint proofs_of_deed UNIQUE (deed_id, booking_id);

alter table proofs add constraint proofs_pictures CHECK (((pictures >= 0) AND (pictures <= 3)));

alter table proofs add constraint proofs_pin_state CHECK ((pin_state = ANY (ARRAY['right'::text, 'unchecked'::text, 'wrong'::text])));

alter table proofs add constraint proofs_position CHECK ((((latitude IS NULL) = (longitude IS NULL)) AND ((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)) AND ((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)) AND (accuracy >= (0)::double precision)));

alter table proofs add constraint proofs_taken_by CHECK (((length(taken_by) >= 1) AND (length(taken_by) <= 80)));

alter table receiver_choices add constraint receiver_choices_day CHECK (((kind = 'day'::text) = (day IS NOT NULL)));

alter table receiver_choices add constraint receiver_choices_end CHECK ((ended_by = ANY (ARRAY['replaced'::text, 'taken_back'::text, 'desk'::text, 'acted'::text])));

alter table receiver_choices add constraint receiver_choices_ended CHECK (((ended_at IS NULL) = (ended_by IS NULL)));

alter table receiver_choices add constraint receiver_choices_hub CHECK (((kind = 'hold'::text) = (hub_id IS NOT NULL)));

alter table receiver_choices add constraint receiver_choices_hub_before CHECK (((kind = 'hold'::text) OR (hub_before IS NULL)));

alter table receiver_choices add constraint receiver_choices_kind CHECK ((kind = ANY (ARRAY['day'::text, 'hold'::text, 'refuse'::text, 'person'::text, 'landmark'::text, 'note'::text])));

alter table receiver_choices add constraint receiver_choices_slot CHECK ((slot = ANY (ARRAY['plan'::text, 'person'::text, 'landmark'::text, 'note'::text])));

alter table receiver_choices add constraint receiver_choices_taker CHECK ((taker = ANY (ARRAY['gateman'::text, 'receptionist'::text, 'colleague'::text, 'family'::text, 'other'::text])));

alter table receiver_choices add constraint receiver_choices_words CHECK ((length(words) <= 200));

alter table receiver_links add constraint receiver_links_code CHECK (((code_message IS NULL) = (code_at IS NULL)));

alter table receiver_links add constraint receiver_links_generation CHECK ((generation >= 0));

alter table receiver_links add constraint receiver_links_stopped CHECK (((stopped_phone IS NULL) = (stopped_at IS NULL)));

alter table receiver_links add constraint receiver_links_wrong_pins CHECK ((wrong_pins >= 0));

alter table receiver_messages add constraint receiver_messages_channel CHECK ((channel = ANY (ARRAY['whatsapp'::text, 'sms'::text, 'email'::text])));

alter table receiver_messages add constraint receiver_messages_failed CHECK (((state = 'failed'::text) = (failure IS NOT NULL)));

alter table receiver_messages add constraint receiver_messages_failure CHECK ((failure = ANY (ARRAY['refused'::text, 'wrong_number'::text, 'away'::text, 'no_answer'::text, 'undelivered'::text, 'ceiling'::text, 'switched_off'::text, 'outdated'::text])));

alter table receiver_messages add constraint receiver_messages_kind CHECK ((kind = ANY (ARRAY['booked'::text, 'out_for_delivery'::text, 'could_not_deliver'::text, 'new_day'::text, 'delivered'::text, 'code'::text])));

alter table receiver_messages add constraint receiver_messages_price CHECK ((price_kobo >= 0));

alter table receiver_messages add constraint receiver_messages_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'failed'::text])));

alter table referral_credits add constraint referral_credits_booking CHECK (((kind = 'granted'::text) = (booking_id IS NULL)));

alter table referral_credits add constraint referral_credits_kind CHECK ((kind = ANY (ARRAY['granted'::text, 'used'::text, 'returned'::text])));

alter table referral_credits add constraint referral_credits_kobo CHECK (((kobo <> 0) AND ((kind = 'used'::text) = (kobo < 0))));

alter table referral_credits add constraint referral_credits_referral CHECK (((kind = 'granted'::text) = (referral_id IS NOT NULL)));

alter table referral_credits add constraint referral_credits_referral_id_unique UNIQUE (referral_id);

alter table referral_rewards add constraint referral_rewards_reason CHECK ((reason = ANY (ARRAY['same_phone'::text, 'same_email'::text, 'same_address'::text, 'month_limit'::text])));

alter table referral_rewards add constraint referral_rewards_state CHECK ((state = ANY (ARRAY['held'::text, 'granted'::text, 'refused'::text])));

alter table referral_terms add constraint referral_terms_kobo CHECK (((reward_kobo >= 0) AND (reward_kobo <= 10000000)));

alter table referral_terms add constraint referral_terms_month CHECK (((per_month >= 1) AND (per_month <= 1000)));

alter table referral_terms add constraint referral_terms_one_row CHECK ((id = 1));

alter table referrals add constraint referrals_not_self CHECK ((referrer_id <> referred_id));

alter table referrals add constraint referrals_referred_id_unique UNIQUE (referred_id);

alter table referrals add constraint referrals_status CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text])));

alter table regular_pickup_acts add constraint regular_pickup_acts_kind CHECK ((kind = ANY (ARRAY['asked'::text, 'approved'::text, 'refused'::text, 'change_asked'::text, 'change_refused'::text, 'changed'::text, 'paused'::text, 'resumed'::text, 'ended'::text, 'skipped'::text, 'unskipped'::text])));

alter table regular_pickup_acts add constraint regular_pickup_acts_side CHECK ((side = ANY (ARRAY['sender'::text, 'office'::text])));

alter table regular_pickups add constraint regular_pickups_days CHECK ((((cardinality(days) >= 1) AND (cardinality(days) <= 7)) AND (days <@ ARRAY[0, 1, 2, 3, 4, 5, 6])));

alter table regular_pickups add constraint regular_pickups_ended CHECK (((status = ANY (ARRAY['ended'::text, 'refused'::text])) = (ended_at IS NOT NULL)));

alter table regular_pickups add constraint regular_pickups_hub CHECK (((status <> ALL (ARRAY['active'::text, 'paused'::text])) OR (hub_id IS NOT NULL)));

alter table regular_pickups add constraint regular_pickups_owner CHECK ((num_nonnulls(user_id, store_id, business_id) = 1));

alter table regular_pickups add constraint regular_pickups_paused CHECK (((status = 'paused'::text) = (paused_by IS NOT NULL)));

alter table regular_pickups add constraint regular_pickups_paused_by CHECK ((paused_by = ANY (ARRAY['sender'::text, 'office'::text])));

alter table regular_pickups add constraint regular_pickups_phone CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text));

alter table regular_pickups add constraint regular_pickups_state CHECK ((state = ANY (ARRAY['Abia'::text, 'Adamawa'::text, 'Akwa Ibom'::text, 'Anambra'::text, 'Bauchi'::text, 'Bayelsa'::text, 'Benue'::text, 'Borno'::text, 'Cross River'::text, 'Delta'::text, 'Ebonyi'::text, 'Edo'::text, 'Ekiti'::text, 'Enugu'::text, 'FCT'::text, 'Gombe'::text, 'Imo'::text, 'Jigawa'::text, 'Kaduna'::text, 'Kano'::text, 'Katsina'::text, 'Kebbi'::text, 'Kogi'::text, 'Kwara'::text, 'Lagos'::text, 'Nasarawa'::text, 'Niger'::text, 'Ogun'::text, 'Ondo'::text, 'Osun'::text, 'Oyo'::text, 'Plateau'::text, 'Rivers'::text, 'Sokoto'::text, 'Taraba'::text, 'Yobe'::text, 'Zamfara'::text])));

alter table regular_pickups add constraint regular_pickups_status CHECK ((status = ANY (ARRAY['asked'::text, 'active'::text, 'paused'::text, 'refused'::text, 'ended'::text])));

alter table regular_pickups add constraint regular_pickups_window CHECK (((from_time ~ '^[0-2][0-9]:[0-5][0-9]$'::text) AND (until_time ~ '^[0-2][0-9]:[0-5][0-9]$'::text) AND (from_time < until_time)));

alter table regular_stops add constraint regular_stops_is CHECK ((num_nonnulls(run_id, skipped_by) = 1));

alter table regular_stops add constraint regular_stops_one_a_day UNIQUE (pickup_id, day);

alter table regular_stops add constraint regular_stops_skipped_by CHECK ((skipped_by = ANY (ARRAY['sender'::text, 'office'::text])));

alter table regular_stops add constraint regular_stops_taken CHECK (((taken >= 0) AND (taken <= 1000)));

alter table regular_stops add constraint regular_stops_visited CHECK ((((visited_at IS NULL) = (taken IS NULL)) AND ((visited_at IS NULL) OR (run_id IS NOT NULL))));

alter table remembered_places add constraint remembered_places_basis CHECK ((num_nonnulls(consent_id, store_id) = 1));

alter table remembered_places add constraint remembered_places_of UNIQUE (phone, address);

alter table remembered_places add constraint remembered_places_position CHECK ((((latitude IS NULL) = (longitude IS NULL)) AND ((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)) AND ((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)) AND (accuracy >= (0)::double precision)));

alter table remembered_places add constraint remembered_places_receiver CHECK (((length(receiver_words) >= 1) AND (length(receiver_words) <= 200)));

alter table remembered_places add constraint remembered_places_rider CHECK (((length(rider_words) >= 1) AND (length(rider_words) <= 200)));

alter table remembered_places add constraint remembered_places_something CHECK ((num_nonnulls(latitude, rider_words, receiver_words) > 0));

alter table rider_deeds add constraint rider_deeds_deed_id_unique UNIQUE (deed_id);

alter table rider_deeds add constraint rider_deeds_flags CHECK ((flags <@ ARRAY['time_bounded'::text, 'revoked_phone'::text, 'newer_by_staff'::text, 'not_on_run'::text, 'not_yours'::text, 'unknown_run'::text, 'late_undo'::text, 'nothing_to_undo'::text, 'pin_wrong'::text, 'proof_missing'::text, 'amount_differs'::text, 'number_again'::text, 'not_understood'::text]));

alter table rider_deeds add constraint rider_deeds_kind CHECK ((kind = ANY (ARRAY['delivered'::text, 'attempted'::text, 'picked_up'::text, 'picked_up_unbooked'::text, 'handed_to_hub'::text, 'handed_to_rider'::text, 'received_from_rider'::text, 'incident'::text, 'regular_visited'::text, 'transfer_asked'::text, 'undo'::text, 'corrected'::text, 'not_understood'::text])));

alter table rider_devices add constraint rider_devices_revoked CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)));

alter table rider_devices add constraint rider_devices_revoked_by CHECK ((revoked_by = ANY (ARRAY['office'::text, 'other_phone'::text, 'left'::text])));

alter table rider_devices add constraint rider_devices_token_hash_unique UNIQUE (token_hash);

alter table rider_enrolments add constraint rider_enrolments_secret_hash_unique UNIQUE (secret_hash);

alter table rider_papers add constraint rider_papers_kind CHECK ((kind = ANY (ARRAY['licence'::text, 'insurance'::text, 'vehicle'::text, 'other'::text])));

alter table riders add constraint riders_phone_unique UNIQUE (phone);

alter table run_pieces add constraint run_pieces_ended CHECK (((outcome IS NULL) = (ended_at IS NULL)));

alter table run_pieces add constraint run_pieces_loaded CHECK (((loaded_at IS NULL) = (loaded_by IS NULL)));

alter table run_pieces add constraint run_pieces_loaded_by CHECK ((loaded_by = ANY (ARRAY['scan'::text, 'typed'::text, 'list'::text])));

alter table run_pieces add constraint run_pieces_outcome CHECK ((outcome = ANY (ARRAY['delivered'::text, 'picked_up'::text, 'arrived'::text, 'returned_to_hub'::text, 'not_picked_up'::text, 'removed'::text, 'moved'::text, 'missing'::text])));

alter table runs add constraint runs_fee CHECK (((fee_kobo >= 0) AND (fee_kobo <= '100000000000'::bigint)));

alter table runs add constraint runs_form_key_unique UNIQUE (form_key);

alter table runs add constraint runs_holder CHECK ((num_nonnulls(rider_id, partner_id) <= 1));

alter table runs add constraint runs_kind CHECK ((kind = ANY (ARRAY['pickup'::text, 'linehaul'::text, 'delivery'::text])));

alter table runs add constraint runs_name_unique UNIQUE (name);

alter table runs add constraint runs_state CHECK ((state = ANY (ARRAY['planned'::text, 'loaded'::text, 'out'::text, 'returned'::text, 'reconciled'::text])));

alter table runs add constraint runs_to_hub CHECK (((kind = 'linehaul'::text) = (to_hub_id IS NOT NULL)));

alter table runs add constraint runs_two_hubs CHECK ((to_hub_id <> hub_id));

alter table saved_receivers add constraint saved_receivers_owner CHECK ((num_nonnulls(user_id, store_id, business_id) = 1));

alter table saved_receivers add constraint saved_receivers_phone CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text));

alter table saved_receivers add constraint saved_receivers_state CHECK ((state = ANY (ARRAY['Abia'::text, 'Adamawa'::text, 'Akwa Ibom'::text, 'Anambra'::text, 'Bauchi'::text, 'Bayelsa'::text, 'Benue'::text, 'Borno'::text, 'Cross River'::text, 'Delta'::text, 'Ebonyi'::text, 'Edo'::text, 'Ekiti'::text, 'Enugu'::text, 'FCT'::text, 'Gombe'::text, 'Imo'::text, 'Jigawa'::text, 'Kaduna'::text, 'Kano'::text, 'Katsina'::text, 'Kebbi'::text, 'Kogi'::text, 'Kwara'::text, 'Lagos'::text, 'Nasarawa'::text, 'Niger'::text, 'Ogun'::text, 'Ondo'::text, 'Osun'::text, 'Oyo'::text, 'Plateau'::text, 'Rivers'::text, 'Sokoto'::text, 'Taraba'::text, 'Yobe'::text, 'Zamfara'::text])));

alter table sessions add constraint sessions_audience CHECK ((audience = ANY (ARRAY['customer'::text, 'staff'::text, 'second_step'::text])));

alter table settlement_entries add constraint settlement_entries_batch CHECK (((batch IS NULL) OR ((batch > 0) AND (kind = 'paid_out'::text))));

alter table settlement_entries add constraint settlement_entries_collected CHECK (((kind <> 'collected'::text) OR ((gross_kobo >= 1) AND (gross_kobo <= 500000000) AND ((cod_fee_kobo >= 0) AND (cod_fee_kobo <= gross_kobo)) AND (booking_id IS NOT NULL))));

alter table settlement_entries add constraint settlement_entries_deducted CHECK (((kind <> 'deducted'::text) OR ((gross_kobo < 0) AND (cod_fee_kobo = 0) AND (method = 'deducted'::text) AND (booking_id IS NOT NULL))));

alter table settlement_entries add constraint settlement_entries_kind CHECK ((kind = ANY (ARRAY['collected'::text, 'not_collected'::text, 'paid_out'::text, 'deducted'::text, 'reversed'::text])));

alter table settlement_entries add constraint settlement_entries_method CHECK ((method = ANY (ARRAY['cash'::text, 'transfer'::text, 'pos'::text, 'online'::text, 'deducted'::text, 'account'::text])));

alter table settlement_entries add constraint settlement_entries_none CHECK (((kind <> 'not_collected'::text) OR ((gross_kobo = 0) AND (cod_fee_kobo = 0) AND (reason IS NOT NULL) AND (booking_id IS NOT NULL))));

alter table settlement_entries add constraint settlement_entries_paid_out CHECK (((kind <> 'paid_out'::text) OR ((gross_kobo < 0) AND (cod_fee_kobo = 0) AND (reference IS NOT NULL) AND (booking_id IS NULL))));

alter table settlement_entries add constraint settlement_entries_reason CHECK ((reason = ANY (ARRAY['could_not_pay'::text, 'refused'::text, 'disputed'::text, 'paid_sender'::text, 'other'::text])));

alter table settlement_entries add constraint settlement_entries_reference UNIQUE (method, reference);

alter table settlement_entries add constraint settlement_entries_reversal CHECK (((kind = 'reversed'::text) = (reverses IS NOT NULL)));

alter table settlement_entries add constraint settlement_entries_reverses_unique UNIQUE (reverses);

alter table shelf_count_pieces add constraint shelf_count_pieces_outcome CHECK ((outcome = ANY (ARRAY['here'::text, 'turned_up'::text, 'missing'::text])));

alter table shelf_count_pieces add constraint shelf_count_pieces_scanned CHECK (((outcome = 'missing'::text) = (scanned_at IS NULL)));

alter table shelf_counts add constraint shelf_counts_ended CHECK ((((ended_at IS NULL) = (ended IS NULL)) AND ((ended_at IS NULL) = (ended_by_name IS NULL))));

alter table shelf_counts add constraint shelf_counts_how CHECK ((ended = ANY (ARRAY['closed'::text, 'left'::text])));

alter table site_lock_config add constraint site_lock_config_one_row CHECK ((id = 1));

alter table site_lock_config add constraint site_lock_config_password CHECK ((is_active = (password_hash IS NOT NULL)));

alter table status_batch_rows add constraint status_batch_rows_outcome CHECK ((outcome = ANY (ARRAY['changed'::text, 'unchanged'::text, 'conflict'::text, 'removed'::text, 'refused'::text])));

alter table status_batches add constraint status_batches_form_key_unique UNIQUE (form_key);

alter table status_batches add constraint status_batches_reason CHECK ((reason = ANY (ARRAY['nobody_home'::text, 'phone_not_answered'::text, 'address_not_found'::text, 'refused'::text, 'refused_after_opening'::text, 'wrong_item'::text, 'another_day'::text, 'place_closed'::text, 'could_not_pay'::text, 'damaged'::text, 'lost'::text, 'area_unsafe'::text, 'vehicle_broke_down'::text, 'held_by_authorities'::text, 'weather'::text, 'other'::text, 'cancelled'::text])));

alter table status_batches add constraint status_batches_to CHECK ((to_status = ANY (ARRAY['pending'::text, 'in_transit'::text, 'delivered'::text, 'failed'::text])));

alter table stores add constraint stores_category CHECK ((category = ANY (ARRAY['Food'::text, 'Health & Beauty'::text, 'Multiple'::text, 'Groceries'::text, 'Clothing'::text, 'Electronics & Accessories'::text])));

alter table stores add constraint stores_email_link_id_unique UNIQUE (email_link_id);

alter table stores add constraint stores_hidden CHECK (((hidden_reason IS NULL) OR (hidden_at IS NOT NULL)));

alter table stores add constraint stores_slug_unique UNIQUE (slug);

alter table subject_totals add constraint subject_totals_span CHECK ((span = ANY (ARRAY['to_month_end'::text, 'to_year_end'::text])));

alter table subject_totals add constraint subject_totals_view CHECK ((view = ANY (ARRAY['service'::text, 'business'::text])));

alter table told_pieces add constraint told_pieces_end CHECK ((ended = ANY (ARRAY['confirmed'::text, 'refused'::text, 'undone'::text])));

alter table told_pieces add constraint told_pieces_ended CHECK (((ended_at IS NULL) = (ended IS NULL)));

alter table told_pieces add constraint told_pieces_kind CHECK ((kind = ANY (ARRAY['delivered'::text, 'attempted'::text, 'picked_up'::text, 'picked_up_unbooked'::text, 'handed_to_hub'::text, 'handed_to_rider'::text, 'received_from_rider'::text, 'incident'::text, 'regular_visited'::text, 'transfer_asked'::text, 'undo'::text, 'corrected'::text, 'not_understood'::text])));

alter table told_pieces add constraint told_pieces_kobo CHECK ((kobo >= 0));

alter table told_pieces add constraint told_pieces_pin CHECK ((pin = ANY (ARRAY['wrong'::text, 'unchecked'::text])));

alter table transfer_notices add constraint transfer_notices_closed CHECK (((state = 'open'::text) = (closed_at IS NULL)));

alter table transfer_notices add constraint transfer_notices_form_key_unique UNIQUE (form_key);

alter table transfer_notices add constraint transfer_notices_kobo CHECK (((kobo >= 1) AND (kobo <= '100000000000'::bigint)));

alter table transfer_notices add constraint transfer_notices_state CHECK ((state = ANY (ARRAY['open'::text, 'confirmed'::text, 'not_found'::text])));

alter table two_step_roles add constraint two_step_roles_role CHECK ((role = ANY (ARRAY['super_admin'::text, 'moderator'::text, 'support'::text, 'dispatcher'::text, 'hub_clerk'::text, 'cashier'::text])));

alter table webhook_endpoints add constraint webhook_endpoints_one_owner CHECK ((num_nonnulls(store_id, business_id) <= 1));

alter table webhook_endpoints add constraint webhook_endpoints_url CHECK (((length(url) >= 8) AND (length(url) <= 500)));

alter table webhook_messages add constraint webhook_messages_kind CHECK ((kind = ANY (ARRAY['booking.status_changed'::text, 'booking.created'::text, 'booking.event_added'::text, 'booking.price_set'::text, 'payment.recorded'::text, 'settlement.paid'::text, 'ping'::text])));

CREATE INDEX activity_logs_action ON activity_logs USING btree (action, created_at, id);

CREATE INDEX activity_logs_admin ON activity_logs USING btree (admin_id, created_at, id);

CREATE INDEX activity_logs_newest ON activity_logs USING btree (created_at, id);

CREATE INDEX acts_deed ON acts USING btree (deed_id) WHERE (deed_id IS NOT NULL);

CREATE INDEX acts_run ON acts USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX api_bookings_owner ON api_bookings USING btree (owner_id, created_at);

CREATE INDEX api_keys_business ON api_keys USING btree (business_id);

CREATE INDEX api_keys_store ON api_keys USING btree (store_id);

CREATE INDEX api_keys_user ON api_keys USING btree (user_id, created_at, id);

CREATE INDEX attempt_answers_attempted ON attempt_answers USING btree (attempted_at, event_id, answer);

CREATE INDEX attempt_answers_booking ON attempt_answers USING btree (booking_id);

CREATE INDEX bank_rows_credit ON bank_rows USING btree (credit_id) WHERE (credit_id IS NOT NULL);

CREATE UNIQUE INDEX bank_rows_once ON bank_rows USING btree (account, day, direction, kobo, COALESCE((balance)::text, words), place);

CREATE INDEX bank_rows_payment ON bank_rows USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX bank_rows_problems ON bank_rows USING btree (at, id) WHERE ((outcome = 'taken_back'::text) AND (closed_at IS NULL));

CREATE INDEX bank_statement_lines_state_row ON bank_statement_lines USING btree (statement_id, state, "row");

CREATE INDEX bank_statements_by_user ON bank_statements USING btree (by_user_id) WHERE (by_user_id IS NOT NULL);

CREATE INDEX bank_statements_newest ON bank_statements USING btree (created_at, id);

CREATE INDEX booking_balances_open ON booking_balances USING btree (booking_id) WHERE (paid_kobo < price_kobo);

CREATE INDEX booking_balances_overpaid ON booking_balances USING btree (booking_id) WHERE (paid_kobo > price_kobo);

CREATE INDEX booking_batch_rows_booking ON booking_batch_rows USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX booking_batch_rows_chosen ON booking_batch_rows USING btree (batch_id, "row") WHERE ((chosen_at IS NOT NULL) AND (tracking_code IS NULL));

CREATE INDEX booking_batches_admin ON booking_batches USING btree (admin_id);

CREATE INDEX booking_batches_business_id ON booking_batches USING btree (business_id);

CREATE INDEX booking_batches_confirmed ON booking_batches USING btree (confirmed_at) WHERE (confirmed_at IS NOT NULL);

CREATE INDEX booking_batches_owner ON booking_batches USING btree (user_id, created_at, id);

CREATE INDEX booking_batches_store_id ON booking_batches USING btree (store_id);

CREATE INDEX booking_batches_updated ON booking_batches USING btree (updated_at);

CREATE INDEX booking_charges_at ON booking_charges USING brin (at) WITH (autosummarize='on');

CREATE INDEX booking_charges_booking ON booking_charges USING btree (booking_id, id);

CREATE INDEX booking_events_act ON booking_events USING btree (act_id);

CREATE INDEX booking_events_attempts ON booking_events USING btree (occurred_at, id) WHERE ((kind = 'attempted'::text) OR (reason IS NOT NULL));

CREATE INDEX booking_events_booking ON booking_events USING btree (booking_id, id);

CREATE INDEX booking_events_by_user ON booking_events USING btree (by_user_id) WHERE (by_user_id IS NOT NULL);

CREATE INDEX booking_events_hub ON booking_events USING btree (hub_id) WHERE (hub_id IS NOT NULL);

CREATE INDEX booking_events_run ON booking_events USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX booking_events_undone ON booking_events USING btree (undoes) WHERE (undoes IS NOT NULL);

CREATE INDEX bookings_assignee ON bookings USING btree (assignee_id, created_at, id) WHERE (assignee_id IS NOT NULL);

CREATE INDEX bookings_batch ON bookings USING btree (batch_id) WHERE (batch_id IS NOT NULL);

CREATE INDEX bookings_customer ON bookings USING btree (customer_id, created_at, id);

CREATE INDEX bookings_drop_off_hub ON bookings USING btree (drop_off_hub_id) WHERE (drop_off_hub_id IS NOT NULL);

CREATE INDEX bookings_newest ON bookings USING btree (created_at, id);

CREATE INDEX bookings_open_due ON bookings USING btree (promised_day, id, receiver_state, delivery_type) WHERE (status = ANY (ARRAY['pending'::text, 'in_transit'::text]));

CREATE INDEX bookings_receiver_phone ON bookings USING btree (receiver_phone);

CREATE INDEX bookings_referrer ON bookings USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);

CREATE INDEX bookings_search ON bookings USING gin (search gin_trgm_ops, (ARRAY[date_bin('7 days'::interval, created_at, '2000-01-03 00:00:00+00'::timestamp with time zone)]));

CREATE INDEX bookings_sender_email ON bookings USING btree (lower(sender_email), created_at);

CREATE INDEX bookings_sender_phone ON bookings USING btree (sender_phone);

CREATE INDEX bookings_state_doubt ON bookings USING btree (created_at, id) WHERE (state_doubt AND (status = ANY (ARRAY['pending'::text, 'in_transit'::text])));

CREATE INDEX bookings_state_unread ON bookings USING btree (id) WHERE ((state_doubt IS NULL) AND (status = ANY (ARRAY['pending'::text, 'in_transit'::text])));

CREATE INDEX bookings_status_newest ON bookings USING btree (status, created_at, id, delivery_type);

CREATE INDEX bookings_status_to_state_newest ON bookings USING btree (status, receiver_state, created_at, id, delivery_type) WHERE (status <> 'delivered'::text);

CREATE INDEX bookings_to_state_newest ON bookings USING btree (receiver_state, created_at, id, status, delivery_type);

CREATE INDEX business_bookings_agreement ON business_bookings USING btree (agreement_id);

CREATE INDEX business_bookings_business ON business_bookings USING btree (business_id, created_at, booking_id);

CREATE INDEX business_credits_act ON business_credits USING btree (act_id);

CREATE INDEX business_credits_business ON business_credits USING btree (business_id, id);

CREATE INDEX business_events_business ON business_events USING btree (business_id, id);

CREATE INDEX business_invites_ends ON business_invites USING btree (expires_at);

CREATE INDEX business_invites_to ON business_invites USING btree (email);

CREATE INDEX business_members_business ON business_members USING btree (business_id, created_at);

CREATE INDEX business_online_payments_business ON business_online_payments USING btree (business_id, created_at);

CREATE INDEX business_online_payments_due ON business_online_payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE UNIQUE INDEX business_online_payments_one_starting ON business_online_payments USING btree (business_id) WHERE ((state = 'open'::text) AND (checkout_url IS NULL));

CREATE INDEX businesses_newest ON businesses USING btree (created_at, id);

CREATE INDEX cash_accounts_open ON cash_accounts USING btree (since) WHERE (balance_kobo <> 0);

CREATE INDEX cash_entries_account ON cash_entries USING btree (holder_kind, holder_id, id);

CREATE INDEX cash_entries_act ON cash_entries USING btree (act_id);

CREATE INDEX cash_entries_booking ON cash_entries USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX cash_entries_held ON cash_entries USING btree (holder_id, id) WHERE ((kind = 'collected'::text) AND (covered_at IS NULL) AND (holder_kind = 'rider'::text));

CREATE INDEX cash_entries_received ON cash_entries USING btree (received_at, id);

CREATE UNIQUE INDEX cash_entries_reference ON cash_entries USING btree (reference);

CREATE INDEX cash_entries_run ON cash_entries USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX cash_on_delivery_payee ON cash_on_delivery USING btree (payee_id);

CREATE INDEX cash_on_delivery_unrecorded ON cash_on_delivery USING btree (created_at, booking_id) WHERE (recorded_at IS NULL);

CREATE INDEX claim_entries_claim ON claim_entries USING btree (claim_id, id);

CREATE INDEX claims_booking ON claims USING btree (booking_id, opened_at);

CREATE INDEX claims_closed_newest ON claims USING btree (closed_at, id) WHERE (closed_at IS NOT NULL);

CREATE INDEX claims_due ON claims USING btree (state, due_at, id) WHERE (closed_at IS NULL);

CREATE INDEX claims_frozen_now ON claims USING btree (booking_id) WHERE ((frozen_from IS NOT NULL) AND (frozen_to IS NULL));

CREATE UNIQUE INDEX claims_one_open ON claims USING btree (booking_id, kind) WHERE (decided_at IS NULL);

CREATE INDEX claims_owner ON claims USING btree (owner_id) WHERE (owner_id IS NOT NULL);

CREATE INDEX consents_booking ON consents USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX consents_newest ON consents USING btree (at, id) WHERE (withdraws IS NULL);

CREATE INDEX consents_phone ON consents USING btree (phone);

CREATE INDEX contact_messages_claim ON contact_messages USING btree (claim_id) WHERE (claim_id IS NOT NULL);

CREATE INDEX contact_messages_email ON contact_messages USING btree (lower(email));

CREATE INDEX contact_messages_newest ON contact_messages USING btree (created_at, id);

CREATE INDEX contact_messages_search ON contact_messages USING gin (search gin_trgm_ops);

CREATE INDEX contact_messages_unread ON contact_messages USING btree (created_at, id) WHERE (NOT is_read);

CREATE INDEX contact_replies_by_user ON contact_replies USING btree (by_user_id) WHERE (by_user_id IS NOT NULL);

CREATE INDEX contact_replies_message ON contact_replies USING btree (message_id);

CREATE INDEX custody_entries_act ON custody_entries USING btree (act_id);

CREATE INDEX custody_entries_claims ON custody_entries USING btree (received_at) WHERE claim;

CREATE INDEX custody_entries_piece ON custody_entries USING btree (piece_id, id);

CREATE INDEX custody_entries_run ON custody_entries USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX customer_notes_by_user ON customer_notes USING btree (by_user_id) WHERE (by_user_id IS NOT NULL);

CREATE INDEX customer_notes_created ON customer_notes USING btree (created_at);

CREATE INDEX customer_notes_email ON customer_notes USING btree (email, created_at, id);

CREATE INDEX customer_summaries_most ON customer_summaries USING btree (((- bookings_count)), email);

CREATE INDEX customer_summaries_search ON customer_summaries USING gin (search gin_trgm_ops);

CREATE INDEX email_links_browser ON email_links USING btree (browser_hash);

CREATE INDEX email_links_email ON email_links USING btree (email, created_at);

CREATE INDEX email_links_expires ON email_links USING btree (expires_at);

CREATE INDEX exceptions_act ON exceptions USING btree (act_id);

CREATE INDEX exceptions_booking ON exceptions USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX exceptions_closed_newest ON exceptions USING btree (closed_at, id) WHERE (closed_at IS NOT NULL);

CREATE INDEX exceptions_due ON exceptions USING btree (due_at, id) WHERE (closed_at IS NULL);

CREATE INDEX exceptions_hub ON exceptions USING btree (hub_id) WHERE (hub_id IS NOT NULL);

CREATE UNIQUE INDEX exceptions_one_open ON exceptions USING btree (kind, subject) WHERE (closed_at IS NULL);

CREATE INDEX exceptions_owner ON exceptions USING btree (owner_id) WHERE (owner_id IS NOT NULL);

CREATE INDEX exceptions_piece ON exceptions USING btree (piece_id) WHERE (piece_id IS NOT NULL);

CREATE INDEX exceptions_run ON exceptions USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX exceptions_unbooked ON exceptions USING btree (id) WHERE (kind = 'to_complete'::text);

CREATE INDEX former_issuers_until ON former_issuers USING btree (until);

CREATE INDEX hub_members_hub ON hub_members USING btree (hub_id);

CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

CREATE INDEX invoice_lines_invoice ON invoice_lines USING btree (invoice_id, id);

CREATE INDEX invoices_act ON invoices USING btree (act_id);

CREATE INDEX invoices_business ON invoices USING btree (business_id, issued_on, id);

CREATE INDEX kept_forms_expires ON kept_forms USING btree (expires_at);

CREATE INDEX kept_forms_link ON kept_forms USING btree (link_id);

CREATE INDEX lane_hours_to_hub ON lane_hours USING btree (to_hub_id);

CREATE INDEX mails_about ON mails USING btree (about_id);

CREATE INDEX mails_booking ON mails USING btree (booking_id);

CREATE INDEX mails_newest ON mails USING btree (sent_at, id);

CREATE INDEX mails_to_lower ON mails USING btree (lower(to_address));

CREATE INDEX mails_with_text ON mails USING btree (sent_at) WHERE (text <> ''::text);

CREATE INDEX online_payments_booking ON online_payments USING btree (booking_id, created_at);

CREATE INDEX online_payments_due ON online_payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE UNIQUE INDEX online_payments_one_starting ON online_payments USING btree (booking_id) WHERE ((state = 'open'::text) AND (checkout_url IS NULL));

CREATE INDEX online_payments_problems ON online_payments USING btree (created_at, id) WHERE ((state = 'problem'::text) AND (closed_at IS NULL));

CREATE INDEX online_payments_returns_due ON online_payments USING btree (returns_check_at) WHERE (returns_check_at IS NOT NULL);

CREATE INDEX order_events_by_user ON order_events USING btree (by_user_id) WHERE (by_user_id IS NOT NULL);

CREATE INDEX order_events_order ON order_events USING btree (order_id, id);

CREATE INDEX order_lines_product ON order_lines USING btree (product_id);

CREATE INDEX orders_buyer ON orders USING btree (store_id, COALESCE(buyer_phone, NULLIF(lower(btrim(buyer_name)), ''::text)), created_at, id);

CREATE INDEX orders_customer ON orders USING btree (customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX orders_store_newest ON orders USING btree (store_id, created_at, id);

CREATE INDEX orders_store_status ON orders USING btree (store_id, status, created_at, id);

CREATE INDEX payee_days_payee ON payee_days USING btree (payee_id);

CREATE INDEX payees_owed ON payees USING btree (owed_since, id) WHERE (owed_kobo > 0);

CREATE INDEX payments_act ON payments USING btree (act_id);

CREATE INDEX payments_at ON payments USING brin (at) WITH (autosummarize='on');

CREATE INDEX payments_booking ON payments USING btree (booking_id, at, id);

CREATE INDEX payments_cash_entry ON payments USING btree (cash_entry_id) WHERE (cash_entry_id IS NOT NULL);

CREATE INDEX payments_claim ON payments USING btree (claim_id) WHERE (claim_id IS NOT NULL);

CREATE INDEX pictures_store ON pictures USING btree (store_id);

CREATE INDEX pieces_held ON pieces USING btree (holder_kind, holder_id, held_since) WHERE (holder_kind = ANY (ARRAY['hub'::text, 'rider'::text, 'partner'::text, 'lost'::text]));

CREATE INDEX pieces_to_hub_set ON pieces USING btree (to_hub_id) WHERE (to_hub_id IS NOT NULL);

CREATE INDEX products_store_newest ON products USING btree (store_id, created_at, id);

CREATE INDEX proof_pictures_forgotten ON proof_pictures USING btree (forgotten_at) WHERE ((forgotten_at IS NOT NULL) AND (key IS NOT NULL));

CREATE INDEX proof_pictures_received ON proof_pictures USING btree (received_at) WHERE (key IS NOT NULL);

CREATE INDEX proofs_act ON proofs USING btree (act_id);

CREATE INDEX proofs_booking ON proofs USING btree (booking_id, occurred_at);

CREATE INDEX proofs_occurred ON proofs USING btree (occurred_at);

CREATE INDEX proofs_run ON proofs USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX receiver_choices_booking ON receiver_choices USING btree (booking_id, id);

CREATE INDEX receiver_choices_hub_before_set ON receiver_choices USING btree (hub_before) WHERE (hub_before IS NOT NULL);

CREATE INDEX receiver_choices_hub_id ON receiver_choices USING btree (hub_id) WHERE (hub_id IS NOT NULL);

CREATE UNIQUE INDEX receiver_choices_one ON receiver_choices USING btree (booking_id, slot) WHERE (ended_at IS NULL);

CREATE INDEX receiver_choices_unwanted ON receiver_choices USING btree (made_at) WHERE ((kind = 'refuse'::text) AND (ended_at IS NULL) AND (desk_asked_at IS NULL));

CREATE INDEX receiver_messages_booking ON receiver_messages USING btree (booking_id, created_at);

CREATE INDEX receiver_messages_message ON receiver_messages USING btree (message);

CREATE INDEX receiver_messages_newest ON receiver_messages USING btree (created_at, id);

CREATE INDEX receiver_messages_provider ON receiver_messages USING btree (provider_id) WHERE (provider_id IS NOT NULL);

CREATE INDEX receiver_messages_queued ON receiver_messages USING btree (due_at) WHERE (state = 'queued'::text);

CREATE INDEX receiver_messages_unreported ON receiver_messages USING btree (taken_at) WHERE ((taken_at IS NOT NULL) AND (passed_on_at IS NULL) AND (state = ANY (ARRAY['queued'::text, 'sent'::text])));

CREATE INDEX receiver_messages_with_text ON receiver_messages USING btree (created_at) WHERE (text IS NOT NULL);

CREATE INDEX referral_credits_booking_index ON referral_credits USING btree (booking_id);

CREATE UNIQUE INDEX referral_credits_used_once ON referral_credits USING btree (booking_id) WHERE (kind = 'used'::text);

CREATE INDEX referral_credits_user ON referral_credits USING btree (user_id, at);

CREATE INDEX referral_rewards_booking ON referral_rewards USING btree (booking_id);

CREATE INDEX referral_rewards_held ON referral_rewards USING btree (created_at, referral_id) WHERE (state = 'held'::text);

CREATE UNIQUE INDEX referrals_one_way ON referrals USING btree (LEAST(referrer_id, referred_id), GREATEST(referrer_id, referred_id)) WHERE (NOT mutual);

CREATE INDEX referrals_referrer ON referrals USING btree (referrer_id, created_at);

CREATE INDEX refused_addresses_newest ON refused_addresses USING btree (refused_at);

CREATE INDEX refused_addresses_series ON refused_addresses USING btree (series);

CREATE INDEX refused_mails_address ON refused_mails USING btree (address);

CREATE INDEX refused_mails_held ON refused_mails USING btree (held_at);

CREATE INDEX regular_pickup_acts_pickup ON regular_pickup_acts USING btree (pickup_id, id);

CREATE INDEX regular_pickups_business ON regular_pickups USING btree (business_id) WHERE (business_id IS NOT NULL);

CREATE INDEX regular_pickups_hub_status ON regular_pickups USING btree (hub_id, status);

CREATE INDEX regular_pickups_newest ON regular_pickups USING btree (status, created_at, id);

CREATE INDEX regular_pickups_store ON regular_pickups USING btree (store_id) WHERE (store_id IS NOT NULL);

CREATE INDEX regular_pickups_user ON regular_pickups USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX regular_stops_run ON regular_stops USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX remembered_places_booking ON remembered_places USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX remembered_places_consent ON remembered_places USING btree (consent_id) WHERE (consent_id IS NOT NULL);

CREATE INDEX remembered_places_store ON remembered_places USING btree (store_id) WHERE (store_id IS NOT NULL);

CREATE INDEX remembered_places_updated ON remembered_places USING btree (updated_at);

CREATE INDEX rider_deeds_about ON rider_deeds USING btree (about) WHERE (about IS NOT NULL);

CREATE INDEX rider_deeds_bookings ON rider_deeds USING gin (booking_ids);

CREATE INDEX rider_deeds_device ON rider_deeds USING btree (device_id, seq);

CREATE INDEX rider_deeds_received ON rider_deeds USING btree (received_at);

CREATE INDEX rider_deeds_rider ON rider_deeds USING btree (rider_id, occurred_at);

CREATE INDEX rider_deeds_run ON rider_deeds USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX rider_deeds_unbooked ON rider_deeds USING btree (id) WHERE (kind = 'picked_up_unbooked'::text);

CREATE UNIQUE INDEX rider_devices_one_active ON rider_devices USING btree (rider_id) WHERE (revoked_at IS NULL);

CREATE INDEX rider_devices_previous ON rider_devices USING btree (previous_id) WHERE (previous_id IS NOT NULL);

CREATE INDEX rider_devices_rider ON rider_devices USING btree (rider_id, enrolled_at);

CREATE INDEX rider_enrolments_device ON rider_enrolments USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE UNIQUE INDEX rider_enrolments_number ON rider_enrolments USING btree (number_hash) WHERE (used_at IS NULL);

CREATE INDEX rider_enrolments_rider ON rider_enrolments USING btree (rider_id, created_at);

CREATE INDEX rider_papers_rider ON rider_papers USING btree (rider_id, added_at);

CREATE INDEX rider_shifts_device ON rider_shifts USING btree (device_id);

CREATE UNIQUE INDEX rider_shifts_one_open ON rider_shifts USING btree (device_id) WHERE (ended_at IS NULL);

CREATE INDEX rider_shifts_rider ON rider_shifts USING btree (rider_id, begun_at);

CREATE INDEX riders_hub ON riders USING btree (hub_id);

CREATE UNIQUE INDEX run_pieces_one_open ON run_pieces USING btree (piece_id) WHERE (ended_at IS NULL);

CREATE INDEX run_pieces_piece ON run_pieces USING btree (piece_id, id);

CREATE INDEX run_pieces_run ON run_pieces USING btree (run_id, stop, id);

CREATE INDEX runs_day ON runs USING btree (day, hub_id);

CREATE INDEX runs_hub ON runs USING btree (hub_id, day);

CREATE INDEX runs_open ON runs USING btree (day, id) WHERE (state <> 'reconciled'::text);

CREATE INDEX runs_partner ON runs USING btree (partner_id) WHERE (partner_id IS NOT NULL);

CREATE INDEX runs_rider ON runs USING btree (rider_id) WHERE (rider_id IS NOT NULL);

CREATE INDEX runs_to_hub_set ON runs USING btree (to_hub_id) WHERE (to_hub_id IS NOT NULL);

CREATE INDEX saved_receivers_business ON saved_receivers USING btree (business_id, created_at, id);

CREATE INDEX saved_receivers_phone_erased ON saved_receivers USING btree (phone);

CREATE INDEX saved_receivers_store ON saved_receivers USING btree (store_id, created_at, id);

CREATE INDEX saved_receivers_user ON saved_receivers USING btree (user_id, created_at, id);

CREATE INDEX sessions_expires ON sessions USING btree (expires_at);

CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE INDEX settlement_entries_act ON settlement_entries USING btree (act_id);

CREATE INDEX settlement_entries_at ON settlement_entries USING brin (at) WITH (autosummarize='on');

CREATE INDEX settlement_entries_batches ON settlement_entries USING btree (batch, id) WHERE (batch IS NOT NULL);

CREATE INDEX settlement_entries_booking ON settlement_entries USING btree (booking_id, id);

CREATE INDEX settlement_entries_cash_entry ON settlement_entries USING btree (cash_entry_id) WHERE (cash_entry_id IS NOT NULL);

CREATE INDEX settlement_entries_payee ON settlement_entries USING btree (payee_id, at, id);

CREATE INDEX shelf_count_pieces_entry ON shelf_count_pieces USING btree (entry_id) WHERE (entry_id IS NOT NULL);

CREATE INDEX shelf_count_pieces_piece ON shelf_count_pieces USING btree (piece_id);

CREATE INDEX shelf_counts_hub ON shelf_counts USING btree (hub_id, started_at, id);

CREATE UNIQUE INDEX shelf_counts_one_open ON shelf_counts USING btree (hub_id) WHERE (ended_at IS NULL);

CREATE INDEX status_batches_admin ON status_batches USING btree (admin_id);

CREATE INDEX status_batches_newest ON status_batches USING btree (created_at, id);

CREATE INDEX stores_category_newest ON stores USING btree (category, created_at, id);

CREATE INDEX stores_newest ON stores USING btree (created_at, id);

CREATE INDEX stores_phone ON stores USING btree (phone);

CREATE INDEX stores_search ON stores USING gin (search gin_trgm_ops);

CREATE INDEX stores_search_beauty ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Health & Beauty'::text);

CREATE INDEX stores_search_clothing ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Clothing'::text);

CREATE INDEX stores_search_electronics ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Electronics & Accessories'::text);

CREATE INDEX stores_search_food ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Food'::text);

CREATE INDEX stores_search_groceries ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Groceries'::text);

CREATE INDEX stores_search_multiple ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Multiple'::text);

CREATE INDEX stores_user ON stores USING btree (user_id);

CREATE INDEX told_pieces_booking ON told_pieces USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX told_pieces_deed ON told_pieces USING btree (deed_id);

CREATE INDEX told_pieces_device ON told_pieces USING btree (device_id, received_at);

CREATE INDEX told_pieces_open ON told_pieces USING btree (received_at) WHERE (ended_at IS NULL);

CREATE INDEX told_pieces_other ON told_pieces USING btree (other_id) WHERE (other_id IS NOT NULL);

CREATE INDEX told_pieces_piece ON told_pieces USING btree (piece_id) WHERE (piece_id IS NOT NULL);

CREATE INDEX told_pieces_rider ON told_pieces USING btree (rider_id, ended_at);

CREATE INDEX transfer_notices_booking ON transfer_notices USING btree (booking_id, created_at);

CREATE UNIQUE INDEX transfer_notices_one_open ON transfer_notices USING btree (booking_id) WHERE (state = 'open'::text);

CREATE INDEX transfer_notices_open ON transfer_notices USING btree (created_at, id) WHERE (state = 'open'::text);

CREATE INDEX webhook_endpoints_business ON webhook_endpoints USING btree (business_id);

CREATE INDEX webhook_endpoints_store ON webhook_endpoints USING btree (store_id);

CREATE INDEX webhook_endpoints_user ON webhook_endpoints USING btree (user_id);

CREATE INDEX webhook_messages_booking ON webhook_messages USING btree (booking_id);

CREATE INDEX webhook_messages_created ON webhook_messages USING btree (created_at);

CREATE INDEX webhook_messages_due ON webhook_messages USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE INDEX webhook_messages_endpoint ON webhook_messages USING btree (endpoint_id, created_at, id);

CREATE INDEX webhook_tries_message ON webhook_tries USING btree (message_id, id);

alter table acts add constraint acts_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table acts add constraint acts_takes_back_acts_id_fk FOREIGN KEY (takes_back) REFERENCES acts(id);

alter table admin_members add constraint admin_members_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table api_bookings add constraint api_bookings_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table api_keys add constraint api_keys_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table api_keys add constraint api_keys_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table api_keys add constraint api_keys_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table attempt_answers add constraint attempt_answers_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table bank_rows add constraint bank_rows_credit_id_business_credits_id_fk FOREIGN KEY (credit_id) REFERENCES business_credits(id);

alter table bank_rows add constraint bank_rows_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);

alter table bank_statement_lines add constraint bank_statement_lines_statement_id_bank_statements_id_fk FOREIGN KEY (statement_id) REFERENCES bank_statements(id) ON DELETE CASCADE;

alter table bank_statements add constraint bank_statements_by_user_id_profiles_id_fk FOREIGN KEY (by_user_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table booking_balances add constraint booking_balances_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table booking_batch_rows add constraint booking_batch_rows_batch_id_booking_batches_id_fk FOREIGN KEY (batch_id) REFERENCES booking_batches(id) ON DELETE CASCADE;

alter table booking_batch_rows add constraint booking_batch_rows_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE SET NULL;

alter table booking_batches add constraint booking_batches_admin_id_admin_members_id_fk FOREIGN KEY (admin_id) REFERENCES admin_members(id) ON DELETE SET NULL;

alter table booking_batches add constraint booking_batches_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table booking_batches add constraint booking_batches_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table booking_batches add constraint booking_batches_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table booking_charges add constraint booking_charges_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table booking_events add constraint booking_events_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table booking_events add constraint booking_events_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table booking_events add constraint booking_events_by_user_id_profiles_id_fk FOREIGN KEY (by_user_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table booking_events add constraint booking_events_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id);

alter table booking_events add constraint booking_events_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table bookings add constraint bookings_assignee_id_admin_members_id_fk FOREIGN KEY (assignee_id) REFERENCES admin_members(id) ON DELETE SET NULL;

alter table bookings add constraint bookings_customer_id_profiles_id_fk FOREIGN KEY (customer_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table bookings add constraint bookings_drop_off_hub_id_hubs_id_fk FOREIGN KEY (drop_off_hub_id) REFERENCES hubs(id);

alter table bookings add constraint bookings_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL;

alter table bookings add constraint bookings_referrer_id_profiles_id_fk FOREIGN KEY (referrer_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table business_agreements add constraint business_agreements_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table business_bookings add constraint business_bookings_agreement_id_business_agreements_id_fk FOREIGN KEY (agreement_id) REFERENCES business_agreements(id);

alter table business_bookings add constraint business_bookings_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table business_bookings add constraint business_bookings_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table business_credits add constraint business_credits_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table business_credits add constraint business_credits_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table business_credits add constraint business_credits_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);

alter table business_credits add constraint business_credits_reverses_business_credits_id_fk FOREIGN KEY (reverses) REFERENCES business_credits(id);

alter table business_events add constraint business_events_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table business_invites add constraint business_invites_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE;

alter table business_members add constraint business_members_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE;

alter table business_members add constraint business_members_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table business_online_payments add constraint business_online_payments_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table cash_entries add constraint cash_entries_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table cash_entries add constraint cash_entries_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table cash_entries add constraint cash_entries_reverses_cash_entries_id_fk FOREIGN KEY (reverses) REFERENCES cash_entries(id);

alter table cash_entries add constraint cash_entries_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table cash_on_delivery add constraint cash_on_delivery_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table cash_on_delivery add constraint cash_on_delivery_payee_id_payees_id_fk FOREIGN KEY (payee_id) REFERENCES payees(id);

alter table claim_entries add constraint claim_entries_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE;

alter table claims add constraint claims_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table claims add constraint claims_owner_id_admin_members_id_fk FOREIGN KEY (owner_id) REFERENCES admin_members(id) ON DELETE SET NULL;

alter table consents add constraint consents_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table consents add constraint consents_withdraws_consents_id_fk FOREIGN KEY (withdraws) REFERENCES consents(id) ON DELETE CASCADE;

alter table contact_messages add constraint contact_messages_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE SET NULL;

alter table contact_replies add constraint contact_replies_by_user_id_profiles_id_fk FOREIGN KEY (by_user_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table contact_replies add constraint contact_replies_message_id_contact_messages_id_fk FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE;

alter table custody_entries add constraint custody_entries_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table custody_entries add constraint custody_entries_piece_id_pieces_id_fk FOREIGN KEY (piece_id) REFERENCES pieces(id) ON DELETE CASCADE;

alter table custody_entries add constraint custody_entries_reverses_custody_entries_id_fk FOREIGN KEY (reverses) REFERENCES custody_entries(id);

alter table custody_entries add constraint custody_entries_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table customer_notes add constraint customer_notes_by_user_id_profiles_id_fk FOREIGN KEY (by_user_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table exceptions add constraint exceptions_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table exceptions add constraint exceptions_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table exceptions add constraint exceptions_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id);

alter table exceptions add constraint exceptions_owner_id_admin_members_id_fk FOREIGN KEY (owner_id) REFERENCES admin_members(id) ON DELETE SET NULL;

alter table exceptions add constraint exceptions_piece_id_pieces_id_fk FOREIGN KEY (piece_id) REFERENCES pieces(id) ON DELETE CASCADE;

alter table exceptions add constraint exceptions_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table hub_areas add constraint hub_areas_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id) ON DELETE CASCADE;

alter table hub_members add constraint hub_members_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id) ON DELETE CASCADE;

alter table hub_members add constraint hub_members_member_id_admin_members_id_fk FOREIGN KEY (member_id) REFERENCES admin_members(id) ON DELETE CASCADE;

alter table invoice_lines add constraint invoice_lines_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table invoice_lines add constraint invoice_lines_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id);

alter table invoice_reminders add constraint invoice_reminders_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE;

alter table invoices add constraint invoices_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table invoices add constraint invoices_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table kept_forms add constraint kept_forms_link_id_email_links_id_fk FOREIGN KEY (link_id) REFERENCES email_links(id) ON DELETE CASCADE;

alter table lane_hours add constraint lane_hours_from_hub_id_hubs_id_fk FOREIGN KEY (from_hub_id) REFERENCES hubs(id) ON DELETE CASCADE;

alter table lane_hours add constraint lane_hours_to_hub_id_hubs_id_fk FOREIGN KEY (to_hub_id) REFERENCES hubs(id) ON DELETE CASCADE;

alter table mails add constraint mails_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE SET NULL;

alter table online_payments add constraint online_payments_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table order_events add constraint order_events_by_user_id_profiles_id_fk FOREIGN KEY (by_user_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table order_events add constraint order_events_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table order_lines add constraint order_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table order_lines add constraint order_lines_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL;

alter table orders add constraint orders_customer_id_profiles_id_fk FOREIGN KEY (customer_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table orders add constraint orders_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table passwords add constraint passwords_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table payees add constraint payees_customer_id_profiles_id_fk FOREIGN KEY (customer_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table payees add constraint payees_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE SET NULL;

alter table payments add constraint payments_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table payments add constraint payments_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table payments add constraint payments_cash_entry_id_cash_entries_id_fk FOREIGN KEY (cash_entry_id) REFERENCES cash_entries(id);

alter table payments add constraint payments_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id);

alter table payments add constraint payments_reverses_payments_id_fk FOREIGN KEY (reverses) REFERENCES payments(id);

alter table pictures add constraint pictures_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE SET NULL;

alter table pieces add constraint pieces_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table pieces add constraint pieces_to_hub_id_hubs_id_fk FOREIGN KEY (to_hub_id) REFERENCES hubs(id);

alter table products add constraint products_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table proofs add constraint proofs_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table proofs add constraint proofs_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table proofs add constraint proofs_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table receiver_choices add constraint receiver_choices_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table receiver_choices add constraint receiver_choices_hub_before_hubs_id_fk FOREIGN KEY (hub_before) REFERENCES hubs(id);

alter table receiver_choices add constraint receiver_choices_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id);

alter table receiver_links add constraint receiver_links_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table receiver_messages add constraint receiver_messages_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table recovery_codes add constraint recovery_codes_user_id_two_steps_user_id_fk FOREIGN KEY (user_id) REFERENCES two_steps(user_id) ON DELETE CASCADE;

alter table referral_credits add constraint referral_credits_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table referral_rewards add constraint referral_rewards_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table referral_rewards add constraint referral_rewards_referral_id_referrals_id_fk FOREIGN KEY (referral_id) REFERENCES referrals(id) ON DELETE CASCADE;

alter table referrals add constraint referrals_referred_id_profiles_id_fk FOREIGN KEY (referred_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table referrals add constraint referrals_referrer_id_profiles_id_fk FOREIGN KEY (referrer_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table refused_mails add constraint refused_mails_address_refused_addresses_address_fk FOREIGN KEY (address) REFERENCES refused_addresses(address) ON DELETE CASCADE;

alter table regular_pickup_acts add constraint regular_pickup_acts_pickup_id_regular_pickups_id_fk FOREIGN KEY (pickup_id) REFERENCES regular_pickups(id) ON DELETE CASCADE;

alter table regular_pickups add constraint regular_pickups_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE;

alter table regular_pickups add constraint regular_pickups_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id);

alter table regular_pickups add constraint regular_pickups_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table regular_pickups add constraint regular_pickups_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table regular_stops add constraint regular_stops_pickup_id_regular_pickups_id_fk FOREIGN KEY (pickup_id) REFERENCES regular_pickups(id) ON DELETE CASCADE;

alter table regular_stops add constraint regular_stops_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table remembered_places add constraint remembered_places_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE SET NULL;

alter table remembered_places add constraint remembered_places_consent_id_consents_id_fk FOREIGN KEY (consent_id) REFERENCES consents(id) ON DELETE CASCADE;

alter table remembered_places add constraint remembered_places_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table rider_deeds add constraint rider_deeds_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id);

alter table rider_devices add constraint rider_devices_previous_id_rider_devices_id_fk FOREIGN KEY (previous_id) REFERENCES rider_devices(id) ON DELETE SET NULL;

alter table rider_devices add constraint rider_devices_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id);

alter table rider_enrolments add constraint rider_enrolments_device_id_rider_devices_id_fk FOREIGN KEY (device_id) REFERENCES rider_devices(id) ON DELETE SET NULL;

alter table rider_enrolments add constraint rider_enrolments_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id);

alter table rider_papers add constraint rider_papers_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id);

alter table rider_pins add constraint rider_pins_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id) ON DELETE CASCADE;

alter table rider_shifts add constraint rider_shifts_device_id_rider_devices_id_fk FOREIGN KEY (device_id) REFERENCES rider_devices(id) ON DELETE CASCADE;

alter table rider_shifts add constraint rider_shifts_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id);

alter table riders add constraint riders_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id);

alter table run_pieces add constraint run_pieces_piece_id_pieces_id_fk FOREIGN KEY (piece_id) REFERENCES pieces(id) ON DELETE CASCADE;

alter table run_pieces add constraint run_pieces_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id);

alter table runs add constraint runs_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id);

alter table runs add constraint runs_partner_id_partners_id_fk FOREIGN KEY (partner_id) REFERENCES partners(id);

alter table runs add constraint runs_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id);

alter table runs add constraint runs_to_hub_id_hubs_id_fk FOREIGN KEY (to_hub_id) REFERENCES hubs(id);

alter table saved_receivers add constraint saved_receivers_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE;

alter table saved_receivers add constraint saved_receivers_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table saved_receivers add constraint saved_receivers_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table sessions add constraint sessions_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table settlement_entries add constraint settlement_entries_act_id_acts_id_fk FOREIGN KEY (act_id) REFERENCES acts(id);

alter table settlement_entries add constraint settlement_entries_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table settlement_entries add constraint settlement_entries_cash_entry_id_cash_entries_id_fk FOREIGN KEY (cash_entry_id) REFERENCES cash_entries(id);

alter table settlement_entries add constraint settlement_entries_payee_id_payees_id_fk FOREIGN KEY (payee_id) REFERENCES payees(id);

alter table settlement_entries add constraint settlement_entries_reverses_settlement_entries_id_fk FOREIGN KEY (reverses) REFERENCES settlement_entries(id);

alter table shelf_count_pieces add constraint shelf_count_pieces_count_id_shelf_counts_id_fk FOREIGN KEY (count_id) REFERENCES shelf_counts(id) ON DELETE CASCADE;

alter table shelf_count_pieces add constraint shelf_count_pieces_entry_id_custody_entries_id_fk FOREIGN KEY (entry_id) REFERENCES custody_entries(id) ON DELETE CASCADE;

alter table shelf_count_pieces add constraint shelf_count_pieces_piece_id_pieces_id_fk FOREIGN KEY (piece_id) REFERENCES pieces(id) ON DELETE CASCADE;

alter table shelf_counts add constraint shelf_counts_hub_id_hubs_id_fk FOREIGN KEY (hub_id) REFERENCES hubs(id);

alter table status_batch_rows add constraint status_batch_rows_batch_id_status_batches_id_fk FOREIGN KEY (batch_id) REFERENCES status_batches(id) ON DELETE CASCADE;

alter table status_batches add constraint status_batches_admin_id_admin_members_id_fk FOREIGN KEY (admin_id) REFERENCES admin_members(id) ON DELETE SET NULL;

alter table stores add constraint stores_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE SET NULL;

alter table told_pieces add constraint told_pieces_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table told_pieces add constraint told_pieces_other_id_riders_id_fk FOREIGN KEY (other_id) REFERENCES riders(id);

alter table told_pieces add constraint told_pieces_piece_id_pieces_id_fk FOREIGN KEY (piece_id) REFERENCES pieces(id) ON DELETE CASCADE;

alter table told_pieces add constraint told_pieces_rider_id_riders_id_fk FOREIGN KEY (rider_id) REFERENCES riders(id);

alter table transfer_notices add constraint transfer_notices_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id);

alter table two_steps add constraint two_steps_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table webhook_endpoints add constraint webhook_endpoints_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);

alter table webhook_endpoints add constraint webhook_endpoints_store_id_stores_id_fk FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE;

alter table webhook_endpoints add constraint webhook_endpoints_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE;

alter table webhook_messages add constraint webhook_messages_booking_id_bookings_id_fk FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE;

alter table webhook_messages add constraint webhook_messages_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;

alter table webhook_tries add constraint webhook_tries_message_id_webhook_messages_id_fk FOREIGN KEY (message_id) REFERENCES webhook_messages(id) ON DELETE CASCADE;

CREATE TRIGGER activity_logs_append_only BEFORE UPDATE OR TRUNCATE ON activity_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER activity_logs_keep BEFORE DELETE ON activity_logs FOR EACH ROW WHEN ((old.created_at > (now() - '6 years'::interval))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER acts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER admin_members_tell_change AFTER DELETE OR UPDATE OF admin_role ON admin_members FOR EACH ROW EXECUTE FUNCTION tell_account_changed();

CREATE TRIGGER attempt_answers_keep_parcel AFTER INSERT OR DELETE OR UPDATE OF answer ON attempt_answers FOR EACH ROW EXECUTE FUNCTION keep_answered();

CREATE TRIGGER booking_balances_business AFTER INSERT OR UPDATE ON booking_balances FOR EACH ROW EXECUTE FUNCTION keep_business_used();

CREATE TRIGGER booking_charges_keep_money AFTER INSERT ON booking_charges REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_money_charged();

CREATE TRIGGER booking_charges_keep_price AFTER INSERT ON booking_charges FOR EACH ROW EXECUTE FUNCTION keep_booking_price();

CREATE TRIGGER booking_charges_no_truncate BEFORE TRUNCATE ON booking_charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER booking_charges_stay BEFORE DELETE OR UPDATE ON booking_charges FOR EACH ROW EXECUTE FUNCTION keep_charge();

CREATE TRIGGER booking_events_count_work AFTER INSERT ON booking_events FOR EACH ROW WHEN (((new.kind = 'undone'::text) OR ((new.from_status <> new.to_status) AND (new.to_status <> 'pending'::text)))) EXECUTE FUNCTION count_work();

CREATE TRIGGER booking_events_keep_parcels AFTER INSERT ON booking_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_parcel_events();

CREATE TRIGGER booking_events_no_truncate BEFORE TRUNCATE ON booking_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER booking_events_stay BEFORE DELETE OR UPDATE ON booking_events FOR EACH ROW EXECUTE FUNCTION keep_event();

CREATE TRIGGER booking_events_tell_pages_changed AFTER UPDATE ON booking_events REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER booking_events_tell_pages_deleted AFTER DELETE ON booking_events REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER booking_events_tell_pages_emptied AFTER TRUNCATE ON booking_events FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER booking_events_tell_pages_new AFTER INSERT ON booking_events REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE CONSTRAINT TRIGGER note_webhooks AFTER INSERT ON booking_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind <> ALL (ARRAY['noted'::text, 'incident'::text]))) EXECUTE FUNCTION note_webhooks();

CREATE TRIGGER bookings_add_due_changed AFTER UPDATE OF status, estimated_delivery, moved_to ON bookings FOR EACH ROW WHEN (((old.status <> new.status) OR (old.promised_day <> new.promised_day))) EXECUTE FUNCTION change_due_booking();

CREATE TRIGGER bookings_add_due_deleted AFTER DELETE ON bookings REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION add_due_bookings();

CREATE TRIGGER bookings_change_pieces AFTER UPDATE OF pieces ON bookings FOR EACH ROW WHEN ((old.pieces <> new.pieces)) EXECUTE FUNCTION change_pieces();

CREATE TRIGGER bookings_count_changed AFTER UPDATE ON bookings REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_changed_bookings();

CREATE TRIGGER bookings_count_deleted AFTER DELETE ON bookings REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_bookings();

CREATE TRIGGER bookings_count_new AFTER INSERT ON bookings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_bookings();

CREATE TRIGGER bookings_erase_words AFTER UPDATE OF sender_email, receiver_phone ON bookings FOR EACH ROW WHEN ((((new.sender_email = 'deleted-customer@account.invalid'::text) AND (old.sender_email <> new.sender_email)) OR ((new.receiver_phone = 'Not kept'::text) AND (old.receiver_phone <> new.receiver_phone)))) EXECUTE FUNCTION erase_words_of_booking();

CREATE TRIGGER bookings_forget_choices AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW WHEN ((((new.receiver_phone = 'Not kept'::text) AND (old.receiver_phone <> 'Not kept'::text)) OR ((new.sender_email = 'deleted-customer@account.invalid'::text) AND (old.sender_email <> 'deleted-customer@account.invalid'::text)))) EXECUTE FUNCTION forget_choices();

CREATE TRIGGER bookings_forget_claims AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW WHEN ((((new.receiver_phone = 'Not kept'::text) AND (old.receiver_phone <> 'Not kept'::text)) OR ((new.sender_email = 'deleted-customer@account.invalid'::text) AND (old.sender_email <> 'deleted-customer@account.invalid'::text)))) EXECUTE FUNCTION forget_claims();

CREATE TRIGGER bookings_forget_deeds AFTER UPDATE OF receiver_phone, sender_phone ON bookings FOR EACH ROW WHEN ((((new.receiver_phone = 'Not kept'::text) AND (old.receiver_phone <> 'Not kept'::text)) OR ((new.sender_phone = 'Not kept'::text) AND (old.sender_phone <> 'Not kept'::text)))) EXECUTE FUNCTION forget_deeds();

CREATE TRIGGER bookings_forget_message_texts AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW WHEN ((((new.receiver_phone = 'Not kept'::text) AND (old.receiver_phone <> 'Not kept'::text)) OR ((new.sender_email = 'deleted-customer@account.invalid'::text) AND (old.sender_email <> 'deleted-customer@account.invalid'::text)))) EXECUTE FUNCTION forget_message_texts();

CREATE TRIGGER bookings_forget_phone AFTER UPDATE OF receiver_phone ON bookings FOR EACH ROW WHEN (((new.receiver_phone <> old.receiver_phone) AND (old.receiver_phone <> 'Not kept'::text))) EXECUTE FUNCTION forget_phone();

CREATE TRIGGER bookings_forget_proofs AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW WHEN ((((new.receiver_phone = 'Not kept'::text) AND (old.receiver_phone <> 'Not kept'::text)) OR ((new.sender_email = 'deleted-customer@account.invalid'::text) AND (old.sender_email <> 'deleted-customer@account.invalid'::text)))) EXECUTE FUNCTION forget_proofs();

CREATE TRIGGER bookings_forget_receiver_link AFTER UPDATE OF receiver_phone ON bookings FOR EACH ROW WHEN (((new.receiver_phone = 'Not kept'::text) AND (old.receiver_phone <> 'Not kept'::text))) EXECUTE FUNCTION forget_receiver_link();

CREATE CONSTRAINT TRIGGER bookings_hold_prepaid AFTER UPDATE OF status ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = 'delivered'::text) <> (new.status = 'delivered'::text))) EXECUTE FUNCTION hold_prepaid();

CREATE TRIGGER bookings_keep_parcel_before AFTER UPDATE OF sender_state, receiver_state, estimated_delivery, pieces ON bookings FOR EACH ROW WHEN (((((old.sender_state IS DISTINCT FROM new.sender_state) OR (old.receiver_state IS DISTINCT FROM new.receiver_state)) OR (old.estimated_delivery IS DISTINCT FROM new.estimated_delivery)) OR (old.pieces IS DISTINCT FROM new.pieces))) EXECUTE FUNCTION keep_parcel_before();

CREATE TRIGGER bookings_make_pieces AFTER INSERT ON bookings REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION make_pieces();

CREATE TRIGGER bookings_move_money AFTER UPDATE OF sender_state, receiver_state, delivery_type, created_at ON bookings FOR EACH ROW WHEN (((old.sender_state IS DISTINCT FROM new.sender_state) OR (old.receiver_state IS DISTINCT FROM new.receiver_state) OR (old.delivery_type IS DISTINCT FROM new.delivery_type) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION move_money();

CREATE TRIGGER bookings_move_to_customer AFTER UPDATE OF sender_email, sender_name, sender_phone ON bookings FOR EACH ROW WHEN (((old.sender_email IS DISTINCT FROM new.sender_email) OR (old.sender_name IS DISTINCT FROM new.sender_name) OR (old.sender_phone IS DISTINCT FROM new.sender_phone))) EXECUTE FUNCTION move_booking_to_customer();

CREATE TRIGGER bookings_tell_order AFTER UPDATE OF status ON bookings FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND (new.status <> old.status))) EXECUTE FUNCTION tell_order_changed();

CREATE TRIGGER bookings_tell_pages_changed AFTER UPDATE ON bookings REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_booking_pages();

CREATE TRIGGER bookings_tell_pages_deleted AFTER DELETE ON bookings REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_booking_pages();

CREATE TRIGGER bookings_tell_pages_emptied AFTER TRUNCATE ON bookings FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER business_agreements_append_only BEFORE DELETE OR TRUNCATE ON business_agreements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER business_agreements_stay BEFORE UPDATE ON business_agreements FOR EACH ROW EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER business_bookings_limit BEFORE INSERT ON business_bookings FOR EACH ROW EXECUTE FUNCTION keep_business_booking();

CREATE TRIGGER business_bookings_move_money AFTER INSERT ON business_bookings FOR EACH ROW EXECUTE FUNCTION move_money_to_business();

CREATE TRIGGER business_bookings_stay BEFORE UPDATE ON business_bookings FOR EACH ROW EXECUTE FUNCTION stay_with_business();

CREATE TRIGGER business_credits_append_only BEFORE DELETE OR TRUNCATE ON business_credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER business_credits_stay BEFORE UPDATE ON business_credits FOR EACH ROW EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER business_credits_sum AFTER INSERT ON business_credits FOR EACH ROW EXECUTE FUNCTION keep_business_credit();

CREATE TRIGGER business_events_append_only BEFORE DELETE OR TRUNCATE ON business_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER business_events_stay BEFORE UPDATE ON business_events FOR EACH ROW EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER cash_entries_append_only BEFORE DELETE OR TRUNCATE ON cash_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER cash_entries_keep AFTER INSERT ON cash_entries FOR EACH ROW EXECUTE FUNCTION keep_cash();

CREATE TRIGGER cash_entries_keep_payee AFTER UPDATE OF covered_at ON cash_entries FOR EACH ROW WHEN ((old.covered_at IS DISTINCT FROM new.covered_at)) EXECUTE FUNCTION keep_payee_covered();

CREATE TRIGGER cash_entries_reversal BEFORE INSERT ON cash_entries FOR EACH ROW WHEN ((new.reverses IS NOT NULL)) EXECUTE FUNCTION check_cash_reversal();

CREATE TRIGGER cash_entries_stay BEFORE UPDATE ON cash_entries FOR EACH ROW EXECUTE FUNCTION stay_cash();

CREATE TRIGGER cash_on_delivery_stays BEFORE DELETE OR UPDATE ON cash_on_delivery FOR EACH ROW EXECUTE FUNCTION keep_collection_terms();

CREATE TRIGGER claims_freeze AFTER INSERT ON claims FOR EACH ROW WHEN (((new.frozen_from IS NOT NULL) AND (new.frozen_to IS NULL))) EXECUTE FUNCTION freeze_for_claim();

CREATE TRIGGER claims_let_go AFTER UPDATE OF frozen_to ON claims FOR EACH ROW WHEN (((old.frozen_from IS NOT NULL) AND (old.frozen_to IS NULL) AND (new.frozen_to IS NOT NULL))) EXECUTE FUNCTION freeze_for_claim();

CREATE TRIGGER claims_paid_back AFTER UPDATE OF paid_out_kobo ON claims FOR EACH ROW WHEN (((old.paid_out_kobo <> new.paid_out_kobo) AND (new.frozen_from IS NOT NULL) AND (new.frozen_to IS NULL))) EXECUTE FUNCTION freeze_paid_back();

CREATE TRIGGER company_account_tell_pages AFTER INSERT OR DELETE OR UPDATE ON company_account FOR EACH ROW EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER company_settings_tell_pages AFTER INSERT OR DELETE OR UPDATE ON company_settings FOR EACH ROW EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER company_settings_tell_pages_emptied AFTER TRUNCATE ON company_settings FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER consents_append_only BEFORE UPDATE OR TRUNCATE ON consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER consents_forget AFTER INSERT ON consents FOR EACH ROW WHEN ((new.withdraws IS NOT NULL)) EXECUTE FUNCTION forget_withdrawn();

CREATE TRIGGER consents_keep BEFORE DELETE ON consents FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND (old.at > (now() - '6 years'::interval)))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER contact_messages_count_added AFTER INSERT OR DELETE ON contact_messages FOR EACH ROW EXECUTE FUNCTION count_unread_messages();

CREATE TRIGGER contact_messages_count_changed AFTER UPDATE OF is_read ON contact_messages FOR EACH ROW EXECUTE FUNCTION count_unread_messages();

CREATE TRIGGER counters_tell_home AFTER INSERT OR UPDATE ON counters FOR EACH ROW WHEN (((new.name ~~ 'week/%/delivered'::text) OR (new.name ~~ 'week/%/in_time'::text))) EXECUTE FUNCTION tell_home_pages();

CREATE TRIGGER custody_entries_no_truncate BEFORE TRUNCATE ON custody_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER custody_entries_stay BEFORE DELETE OR UPDATE ON custody_entries FOR EACH ROW EXECUTE FUNCTION keep_custody();

CREATE TRIGGER customer_summaries_count_added AFTER INSERT OR DELETE ON customer_summaries FOR EACH ROW EXECUTE FUNCTION count_customers();

CREATE TRIGGER customer_summaries_count_changed AFTER UPDATE OF bookings_count ON customer_summaries FOR EACH ROW EXECUTE FUNCTION count_customers();

CREATE TRIGGER exceptions_keep_missed_changed AFTER DELETE OR UPDATE OF close_reason ON exceptions FOR EACH ROW WHEN ((old.kind = 'missing'::text)) EXECUTE FUNCTION keep_parcels_missed();

CREATE TRIGGER exceptions_keep_missed_new AFTER INSERT ON exceptions FOR EACH ROW WHEN ((new.kind = 'missing'::text)) EXECUTE FUNCTION keep_parcels_missed();

CREATE TRIGGER exceptions_tell_pages_changed AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER exceptions_tell_pages_deleted AFTER DELETE ON exceptions REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER exceptions_tell_pages_emptied AFTER TRUNCATE ON exceptions FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER exceptions_tell_pages_new AFTER INSERT ON exceptions REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER hub_areas_tell_pages AFTER INSERT OR DELETE OR UPDATE ON hub_areas FOR EACH ROW EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER hub_areas_tell_pages_emptied AFTER TRUNCATE ON hub_areas FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER hubs_tell_pages AFTER INSERT OR DELETE OR UPDATE ON hubs FOR EACH ROW EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER hubs_tell_pages_emptied AFTER TRUNCATE ON hubs FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER invoice_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invoices_append_only BEFORE DELETE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invoices_stay BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER language_texts_tell_pages AFTER INSERT OR DELETE OR UPDATE ON language_texts FOR EACH ROW EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER mails_of_messages AFTER INSERT ON mails FOR EACH ROW WHEN ((new.kind = 'receiver_message'::text)) EXECUTE FUNCTION message_was_mailed();

CREATE TRIGGER parcel_changes_count_riders AFTER DELETE ON parcel_changes REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION count_riders_of_changes();

CREATE TRIGGER payees_erase_words AFTER UPDATE ON payees FOR EACH ROW WHEN (((new.customer_id IS NULL) AND (new.store_id IS NULL) AND ((num_nonnulls(old.customer_id, old.store_id) > 0) OR ((old.account_name IS NOT NULL) AND (new.account_name IS NULL))))) EXECUTE FUNCTION erase_words_of_payee();

CREATE TRIGGER payees_stay BEFORE DELETE OR TRUNCATE ON payees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payments_append_only BEFORE DELETE OR TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payments_keep_money AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION keep_money_paid();

CREATE TRIGGER payments_keep_paid AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION keep_booking_paid();

CREATE TRIGGER payments_reversal BEFORE INSERT ON payments FOR EACH ROW WHEN ((new.reverses IS NOT NULL)) EXECUTE FUNCTION check_reversal();

CREATE TRIGGER payments_stay BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER pieces_stay BEFORE DELETE ON pieces FOR EACH ROW EXECUTE FUNCTION keep_piece();

CREATE TRIGGER price_lists_no_truncate BEFORE TRUNCATE ON price_lists FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER price_lists_published_stay BEFORE DELETE OR UPDATE ON price_lists FOR EACH ROW EXECUTE FUNCTION keep_published_prices();

CREATE TRIGGER price_lists_tell_published AFTER INSERT OR UPDATE ON price_lists FOR EACH ROW WHEN ((new.version IS NOT NULL)) EXECUTE FUNCTION tell_prices_changed();

CREATE TRIGGER price_lists_tell_then_pages AFTER INSERT OR UPDATE ON price_lists FOR EACH ROW WHEN ((new.version IS NOT NULL)) EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER products_count_added AFTER INSERT OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION count_active_products();

CREATE TRIGGER products_count_changed AFTER UPDATE OF is_active, store_id ON products FOR EACH ROW EXECUTE FUNCTION count_active_products();

CREATE TRIGGER products_tell_pages_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_product_pages();

CREATE TRIGGER products_tell_pages_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_product_pages();

CREATE TRIGGER products_tell_pages_emptied AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER products_tell_pages_new AFTER INSERT ON products REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_product_pages();

CREATE TRIGGER profiles_summarise_added AFTER INSERT OR DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION summarise_account();

CREATE TRIGGER profiles_summarise_changed AFTER UPDATE OF email, first_name, last_name, phone, referral_code ON profiles FOR EACH ROW EXECUTE FUNCTION summarise_account();

CREATE TRIGGER proofs_no_truncate BEFORE TRUNCATE ON proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER proofs_stay BEFORE DELETE OR UPDATE ON proofs FOR EACH ROW EXECUTE FUNCTION keep_proof();

CREATE TRIGGER receiver_choices_tell_pages_changed AFTER UPDATE ON receiver_choices REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER receiver_choices_tell_pages_deleted AFTER DELETE ON receiver_choices REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER receiver_choices_tell_pages_emptied AFTER TRUNCATE ON receiver_choices FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER receiver_choices_tell_pages_new AFTER INSERT ON receiver_choices REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();

CREATE TRIGGER referral_credits_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON referral_credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER rider_deeds_no_truncate BEFORE TRUNCATE ON rider_deeds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER rider_deeds_stay BEFORE DELETE OR UPDATE ON rider_deeds FOR EACH ROW EXECUTE FUNCTION keep_deed();

CREATE TRIGGER run_pieces_returning BEFORE INSERT ON run_pieces FOR EACH ROW EXECUTE FUNCTION note_returning();

CREATE TRIGGER run_pieces_tell_pages_changed AFTER UPDATE ON run_pieces REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_loaded_pages();

CREATE TRIGGER run_pieces_tell_pages_new AFTER INSERT ON run_pieces REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_loaded_pages();

CREATE TRIGGER runs_keep_parcels AFTER UPDATE OF rider_id ON runs FOR EACH ROW WHEN ((old.rider_id IS DISTINCT FROM new.rider_id)) EXECUTE FUNCTION keep_given_run();

CREATE TRIGGER runs_tell_pages AFTER UPDATE OF state ON runs FOR EACH ROW WHEN (((new.kind = 'delivery'::text) AND (old.state <> new.state))) EXECUTE FUNCTION tell_run_pages();

CREATE TRIGGER sessions_tell_end AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_account_changed();

CREATE TRIGGER note_payout_webhooks AFTER INSERT ON settlement_entries FOR EACH ROW WHEN ((new.kind = 'paid_out'::text)) EXECUTE FUNCTION note_payout_webhooks();

CREATE TRIGGER settlement_entries_append_only BEFORE DELETE OR TRUNCATE ON settlement_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER settlement_entries_check BEFORE INSERT ON settlement_entries FOR EACH ROW EXECUTE FUNCTION check_settlement_entry();

CREATE TRIGGER settlement_entries_keep AFTER INSERT ON settlement_entries FOR EACH ROW EXECUTE FUNCTION keep_settlement();

CREATE TRIGGER settlement_entries_keep_money AFTER INSERT ON settlement_entries FOR EACH ROW EXECUTE FUNCTION keep_money_settled();

CREATE TRIGGER settlement_entries_keep_payee AFTER INSERT ON settlement_entries FOR EACH ROW EXECUTE FUNCTION keep_payee_entry();

CREATE TRIGGER settlement_entries_stay BEFORE UPDATE ON settlement_entries FOR EACH ROW EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER stores_tell_pages_changed AFTER UPDATE ON stores REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_store_pages();

CREATE TRIGGER stores_tell_pages_deleted AFTER DELETE ON stores REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_store_pages();

CREATE TRIGGER stores_tell_pages_emptied AFTER TRUNCATE ON stores FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();

CREATE TRIGGER stores_tell_pages_new AFTER INSERT ON stores REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_store_pages();

CREATE TRIGGER track_languages_tell_pages AFTER INSERT OR DELETE OR UPDATE ON track_languages FOR EACH ROW EXECUTE FUNCTION tell_all_pages();
