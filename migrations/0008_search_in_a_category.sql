-- A search in a category asks that category's own index: a word that is frequent elsewhere costs nothing there. A database
-- without pg_trgm answers the same statements, slower.
DO $$
DECLARE
  of record;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    FOR of IN SELECT * FROM (VALUES
      ('food', 'Food'), ('beauty', 'Health & Beauty'), ('multiple', 'Multiple'), ('groceries', 'Groceries'),
      ('clothing', 'Clothing'), ('electronics', 'Electronics & Accessories')) v (name, category)
    LOOP
      EXECUTE format('CREATE INDEX %I ON partners USING gin (search gin_trgm_ops) WHERE category = %L',
        'partners_search_' || of.name, of.category);
    END LOOP;
  END IF;
END
$$;
