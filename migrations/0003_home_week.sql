CREATE FUNCTION tell_home_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF split_part(NEW.name, '/', 2) < to_char(date_trunc('week', now() AT TIME ZONE 'Africa/Lagos'), 'YYYY-MM-DD') THEN
    PERFORM tell_pages('{stores}');
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER counters_tell_home AFTER INSERT OR UPDATE ON counters FOR EACH ROW
  WHEN (NEW.name LIKE 'week/%/delivered' OR NEW.name LIKE 'week/%/in_time') EXECUTE FUNCTION tell_home_pages();
