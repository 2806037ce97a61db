-- The requests of /book/purchase are contact messages with a subject of their own.
ALTER TABLE "contact_messages" DROP CONSTRAINT "contact_messages_subject";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_subject" CHECK ("contact_messages"."subject" in ('General Inquiry', 'Booking Question', 'Tracking Issue', 'Business Partnership', 'Complaint', 'Custom Purchase'));
