-- The planner's statistics hold names, phones and streets (pg_statistic): whoever erases people has them counted again. Only the
-- owner of a table may; the role that runs the product may own nothing.
CREATE FUNCTION count_again(tables text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one text;
BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY (tables) LOOP
    EXECUTE format('ANALYZE public.%I', one);
  END LOOP;
END
$$;--> statement-breakpoint
-- A product's name went under its form's key.
UPDATE idempotency_keys SET answer = answer - 'name' WHERE answer ? 'name';
