-- The track page names the day that the receiver chose after an attempt, so its cached page changes with the choice.
-- The function takes the booking from `booking_id`, which both tables have.
CREATE TRIGGER receiver_choices_tell_pages_new AFTER INSERT ON receiver_choices REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();--> statement-breakpoint
CREATE TRIGGER receiver_choices_tell_pages_changed AFTER UPDATE ON receiver_choices REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();--> statement-breakpoint
CREATE TRIGGER receiver_choices_tell_pages_deleted AFTER DELETE ON receiver_choices REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();--> statement-breakpoint
CREATE TRIGGER receiver_choices_tell_pages_emptied AFTER TRUNCATE ON receiver_choices FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
