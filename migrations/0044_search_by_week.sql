-- The search's index knows the week of a booking too, so that of a name which thousands bear only the weeks of a page are read. An
-- array needs no further extension. To the letter as in the query (app/bookings/search-weeks.server.ts). The old index goes when the
-- new one is there, so that lists and searches wait for a moment only; bookings wait until it is built.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX deliveries_search_by_week ON deliveries
      USING gin (search gin_trgm_ops, (array[date_bin('7 days', created_at, '2000-01-03 00:00:00+00')]));
    DROP INDEX deliveries_search;
    ALTER INDEX deliveries_search_by_week RENAME TO deliveries_search;
  END IF;
END
$$;
