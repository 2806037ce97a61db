-- Live streams that a session opened end with it, in every process, however it ended: signed out, deleted with its
-- person, by another role or another password, at the command line. What only expires is seen by the stream itself.
CREATE FUNCTION tell_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ona_live', 'account:' || OLD.user_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sessions_tell_end AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION tell_account_changed();
--> statement-breakpoint
CREATE TRIGGER admin_members_tell_change AFTER DELETE OR UPDATE OF admin_role ON admin_members
  FOR EACH ROW EXECUTE FUNCTION tell_account_changed();
