-- What the table definitions cannot say: rules that the database itself keeps.

-- One trigram index serves the search over all bookings. A database without pg_trgm answers the same statements, slower.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX deliveries_search ON deliveries USING gin (search gin_trgm_ops);
    CREATE INDEX partners_search ON partners USING gin (search gin_trgm_ops);
    CREATE INDEX contact_messages_search ON contact_messages USING gin (search gin_trgm_ops);
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE WARNING 'pg_trgm may not be created by this role: search works, slower';
END
$$;
--> statement-breakpoint
-- The activity log can be added to and read, never changed.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER activity_logs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Counting requests must not cost a disk write each; after a crash of the database the counts begin anew.
ALTER TABLE rate_limits SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE rate_limits SET (fillfactor = 50);
--> statement-breakpoint
-- How many products a store offers, kept as they change, so that the directory never counts.
CREATE FUNCTION count_active_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.is_active THEN
    UPDATE partners SET active_products = active_products - 1 WHERE id = OLD.partner_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.is_active THEN
    UPDATE partners SET active_products = active_products + 1 WHERE id = NEW.partner_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_count_added AFTER INSERT OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION count_active_products();
--> statement-breakpoint
CREATE TRIGGER products_count_changed AFTER UPDATE OF is_active, partner_id ON products
  FOR EACH ROW EXECUTE FUNCTION count_active_products();
--> statement-breakpoint
INSERT INTO site_lock_config (id) VALUES (1);
