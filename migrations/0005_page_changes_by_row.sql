-- A statement that changes no row notifies nobody. The retention round updates price lists every six hours, nearly
-- always without a row, and each time every process removed all its cached pages.
DROP TRIGGER company_account_tell_pages ON company_account;--> statement-breakpoint
CREATE TRIGGER company_account_tell_pages AFTER INSERT OR UPDATE OR DELETE ON company_account
  FOR EACH ROW EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
DROP TRIGGER company_settings_tell_pages ON company_settings;--> statement-breakpoint
CREATE TRIGGER company_settings_tell_pages AFTER INSERT OR UPDATE OR DELETE ON company_settings
  FOR EACH ROW EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
DROP TRIGGER hub_areas_tell_pages ON hub_areas;--> statement-breakpoint
CREATE TRIGGER hub_areas_tell_pages AFTER INSERT OR UPDATE OR DELETE ON hub_areas
  FOR EACH ROW EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
DROP TRIGGER hubs_tell_pages ON hubs;--> statement-breakpoint
CREATE TRIGGER hubs_tell_pages AFTER INSERT OR UPDATE OR DELETE ON hubs
  FOR EACH ROW EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
DROP TRIGGER language_texts_tell_pages ON language_texts;--> statement-breakpoint
CREATE TRIGGER language_texts_tell_pages AFTER INSERT OR UPDATE OR DELETE ON language_texts
  FOR EACH ROW EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
DROP TRIGGER track_languages_tell_pages ON track_languages;--> statement-breakpoint
CREATE TRIGGER track_languages_tell_pages AFTER INSERT OR UPDATE OR DELETE ON track_languages
  FOR EACH ROW EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
-- A draft is on no public page. For published lists, price_lists_tell_then_pages notifies.
DROP TRIGGER price_lists_tell_pages ON price_lists;
--> statement-breakpoint
-- Track pages say that the sender is asked what to do, which an exception can open.
CREATE TRIGGER exceptions_tell_pages_new AFTER INSERT ON exceptions REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();--> statement-breakpoint
CREATE TRIGGER exceptions_tell_pages_changed AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();--> statement-breakpoint
CREATE TRIGGER exceptions_tell_pages_deleted AFTER DELETE ON exceptions REFERENCING OLD TABLE AS before_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();--> statement-breakpoint
CREATE TRIGGER exceptions_tell_pages_emptied AFTER TRUNCATE ON exceptions
  FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
