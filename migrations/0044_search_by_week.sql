-- The search's index knows the week of a booking too, so that of a name which thousands bear only the weeks of a page are read. An
-- array needs no further extension. To the letter as in the query (app/bookings/search-weeks.server.ts).
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    DROP INDEX deliveries_search;
    CREATE INDEX deliveries_search ON deliveries
      USING gin (search gin_trgm_ops, (array[date_bin('7 days', created_at, '2000-01-03 00:00:00+00')]));
  END IF;
END
$$;
