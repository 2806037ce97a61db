-- TEXT-5: what a search compares, as `foldSearch` of app/text/fold-search.ts does. It is immutable, so that a generated
-- column may use it and an index carries it. A text of ASCII alone takes the short way.
CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN octet_length(words) = char_length(words) THEN translate(lower(words), '''`', '')
  ELSE replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(translate(words, '''`´‘’‛ʹʻʼʽʾʿˈˊˋ′＇', ''), NFKD), '[\u00AD\u02BC\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g')),
    'ɓɗɖƙƴŋøđłħŧɛɔəǝıς', 'bddkynodlhteoeeiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ð', 'd'), 'þ', 'th') END
$$;--> statement-breakpoint
ALTER TABLE "bookings" drop column "search";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "search" text GENERATED ALWAYS AS (search_fold(tracking_code || ' ' || sender_name || ' ' || sender_email || ' ' || sender_phone || ' ' || receiver_name || ' ' || receiver_phone || ' ' || sender_address || ' ' || coalesce(sender_town, '') || ' ' || receiver_address || ' ' || coalesce(receiver_town, ''))) STORED;--> statement-breakpoint
ALTER TABLE "customer_summaries" drop column "search";--> statement-breakpoint
ALTER TABLE "customer_summaries" ADD COLUMN "search" text GENERATED ALWAYS AS (search_fold(email || ' ' || coalesce(booking_name, '') || ' ' || coalesce(booking_phone, '') || ' ' || coalesce(account_name, '') || ' ' || coalesce(account_phone, ''))) STORED;--> statement-breakpoint
ALTER TABLE "orders" drop column "search";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search" text GENERATED ALWAYS AS (search_fold(code || ' ' || coalesce(buyer_name, '') || ' ' || coalesce(buyer_phone, ''))) STORED;--> statement-breakpoint
ALTER TABLE "products" drop column "search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" text GENERATED ALWAYS AS (search_fold(name || ' ' || coalesce(description, '') || ' ' || coalesce(category, ''))) STORED;--> statement-breakpoint
ALTER TABLE "stores" drop column "search";--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "search" text GENERATED ALWAYS AS (search_fold(business_name || ' ' || description || ' ' || category)) STORED;--> statement-breakpoint
ALTER TABLE "saved_receivers" drop column "search";--> statement-breakpoint
ALTER TABLE "saved_receivers" ADD COLUMN "search" text GENERATED ALWAYS AS (search_fold(full_name || ' ' || phone || ' ' || address || ' ' || coalesce(landmark, ''))) STORED;--> statement-breakpoint
ALTER TABLE "contact_messages" drop column "search";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "search" text GENERATED ALWAYS AS (search_fold(name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || subject || ' ' || message)) STORED;--> statement-breakpoint
CREATE INDEX bookings_search ON bookings USING gin (search gin_trgm_ops, (ARRAY[date_bin('7 days'::interval, created_at, '2000-01-03 00:00:00+00'::timestamp with time zone)]));--> statement-breakpoint
CREATE INDEX contact_messages_search ON contact_messages USING gin (search gin_trgm_ops);--> statement-breakpoint
CREATE INDEX customer_summaries_search ON customer_summaries USING gin (search gin_trgm_ops);--> statement-breakpoint
CREATE INDEX stores_search ON stores USING gin (search gin_trgm_ops);--> statement-breakpoint
CREATE INDEX stores_search_beauty ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Health & Beauty'::text);--> statement-breakpoint
CREATE INDEX stores_search_clothing ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Clothing'::text);--> statement-breakpoint
CREATE INDEX stores_search_electronics ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Electronics & Accessories'::text);--> statement-breakpoint
CREATE INDEX stores_search_food ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Food'::text);--> statement-breakpoint
CREATE INDEX stores_search_groceries ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Groceries'::text);--> statement-breakpoint
CREATE INDEX stores_search_multiple ON stores USING gin (search gin_trgm_ops) WHERE (category = 'Multiple'::text);
