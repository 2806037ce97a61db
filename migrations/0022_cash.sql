CREATE TABLE "cash_accounts" (
	"holder_kind" text NOT NULL,
	"holder_id" uuid NOT NULL,
	"balance_kobo" bigint DEFAULT 0 NOT NULL,
	"change_kobo" bigint DEFAULT 0 NOT NULL,
	"ahead_kobo" bigint DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone,
	"last_entry" bigint NOT NULL,
	CONSTRAINT "cash_accounts_holder_kind_holder_id_pk" PRIMARY KEY("holder_kind","holder_id"),
	CONSTRAINT "cash_accounts_holder" CHECK ("cash_accounts"."holder_kind" in ('rider', 'hub')),
	CONSTRAINT "cash_accounts_since" CHECK (("cash_accounts"."balance_kobo" > 0) = ("cash_accounts"."since" is not null))
);
--> statement-breakpoint
CREATE TABLE "cash_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"holder_kind" text NOT NULL,
	"holder_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"kobo" bigint NOT NULL,
	"part" text,
	"booking_id" uuid,
	"run_id" uuid,
	"act" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"notes" jsonb,
	"reason" text,
	"reference" text,
	"bank_day" date,
	"approved_by_name" text,
	"reverses" bigint,
	"covered_at" timestamp (3) with time zone,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	CONSTRAINT "cash_entries_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "cash_entries_holder" CHECK ("cash_entries"."holder_kind" in ('rider', 'hub')),
	CONSTRAINT "cash_entries_kind" CHECK ("cash_entries"."kind" in ('change', 'collected', 'paid_in', 'deposit', 'expense', 'shortage', 'overage', 'correction', 'reversed')),
	CONSTRAINT "cash_entries_part" CHECK ("cash_entries"."part" in ('delivery', 'goods', 'over')),
	CONSTRAINT "cash_entries_kobo" CHECK ("cash_entries"."kobo" <> 0 and "cash_entries"."kobo" between -100000000000 and 100000000000),
	CONSTRAINT "cash_entries_sign" CHECK (case "cash_entries"."kind" when 'collected' then "cash_entries"."kobo" > 0 when 'paid_in' then ("cash_entries"."kobo" > 0) = ("cash_entries"."holder_kind" = 'hub')
        when 'overage' then "cash_entries"."kobo" > 0 when 'deposit' then "cash_entries"."kobo" < 0 when 'expense' then "cash_entries"."kobo" < 0 and "cash_entries"."holder_kind" = 'hub'
        when 'shortage' then "cash_entries"."kobo" < 0 else true end),
	CONSTRAINT "cash_entries_collected" CHECK (("cash_entries"."part" is not null) = ("cash_entries"."kind" = 'collected') and ("cash_entries"."kind" <> 'collected' or "cash_entries"."booking_id" is not null)),
	CONSTRAINT "cash_entries_reversal" CHECK (("cash_entries"."kind" = 'reversed') = ("cash_entries"."reverses" is not null)),
	CONSTRAINT "cash_entries_reason" CHECK ("cash_entries"."kind" not in ('expense', 'shortage', 'overage', 'correction') or ("cash_entries"."reason" is not null and "cash_entries"."approved_by_name" is not null)),
	CONSTRAINT "cash_entries_deposit" CHECK (("cash_entries"."kind" = 'deposit') = ("cash_entries"."reference" is not null))
);
--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_reason";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "closed_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "cash_entry_id" bigint;--> statement-breakpoint
ALTER TABLE "payees" ADD COLUMN "held_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD COLUMN "cash_entry_id" bigint;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_reverses_cash_entries_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."cash_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_accounts_open" ON "cash_accounts" USING btree ("since") WHERE balance_kobo <> 0;--> statement-breakpoint
CREATE INDEX "cash_entries_account" ON "cash_entries" USING btree ("holder_kind","holder_id","id");--> statement-breakpoint
CREATE INDEX "cash_entries_received" ON "cash_entries" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "cash_entries_act" ON "cash_entries" USING btree ("act");--> statement-breakpoint
CREATE INDEX "cash_entries_held" ON "cash_entries" USING btree ("holder_id","id") WHERE kind = 'collected' and covered_at is null and holder_kind = 'rider';--> statement-breakpoint
CREATE UNIQUE INDEX "cash_entries_reference" ON "cash_entries" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "cash_entries_booking" ON "cash_entries" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "cash_entries_run" ON "cash_entries" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_cash_entry_id_cash_entries_id_fk" FOREIGN KEY ("cash_entry_id") REFERENCES "public"."cash_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_cash_entry_id_cash_entries_id_fk" FOREIGN KEY ("cash_entry_id") REFERENCES "public"."cash_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_cash_entry" ON "payments" USING btree ("cash_entry_id") WHERE cash_entry_id is not null;--> statement-breakpoint
CREATE INDEX "settlement_entries_cash_entry" ON "settlement_entries" USING btree ("cash_entry_id") WHERE cash_entry_id is not null;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'cash_difference', 'transfer_to_confirm', 'to_complete'));--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_reason" CHECK ("exceptions"."close_reason" in ('found', 'delivered', 'counted_wrong', 'handed_over', 'try_again', 'hold', 'return', 'lost', 'other_run', 'money_in', 'money_not_found', 'solved', 'no_fault'));--> statement-breakpoint
CREATE TRIGGER "cash_entries_append_only" BEFORE DELETE OR TRUNCATE ON "cash_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What does not change for good: triggers note that a collection was paid in, and a statement of the bank that it has a deposit. After six years
-- who did it is not kept.
CREATE FUNCTION stay_cash() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  before_it jsonb := to_jsonb(OLD);
  after_it jsonb := to_jsonb(NEW);
BEGIN
  IF pg_trigger_depth() > 1 AND after_it - 'covered_at' = before_it - 'covered_at' THEN
    RETURN NEW;
  END IF;
  IF OLD.kind = 'deposit' AND OLD.bank_day IS NULL AND after_it - 'bank_day' = before_it - 'bank_day' THEN
    RETURN NEW;
  END IF;
  IF OLD.received_at < now() - interval '6 years'
     AND after_it - '{by_user_id,by_name,approved_by_name,reason}'::text[] = before_it - '{by_user_id,by_name,approved_by_name,reason}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "cash_entries_stay" BEFORE UPDATE ON "cash_entries" FOR EACH ROW EXECUTE FUNCTION stay_cash();
--> statement-breakpoint
CREATE FUNCTION check_cash_reversal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM cash_entries e WHERE e.id = NEW.reverses AND e.kind <> 'reversed' AND e.kobo = -NEW.kobo
      AND (e.holder_kind, e.holder_id) = (NEW.holder_kind, NEW.holder_id) AND e.booking_id IS NOT DISTINCT FROM NEW.booking_id
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its entry' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "cash_entries_reversal" BEFORE INSERT ON "cash_entries" FOR EACH ROW WHEN (NEW.reverses IS NOT NULL) EXECUTE FUNCTION check_cash_reversal();
--> statement-breakpoint
-- What payees are owed of these collections is payable from now on (sign -1), or is not any more (1). In one order, so that payouts of several
-- payees and this do not wait for each other in a ring.
CREATE FUNCTION hold_for_payees(entries bigint[], sign integer) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM payees WHERE id IN (SELECT payee_id FROM settlement_entries WHERE cash_entry_id = ANY (entries)) ORDER BY id FOR UPDATE;
  UPDATE payees p SET held_kobo = p.held_kobo + sign * s.net
  FROM (SELECT payee_id, sum(gross_kobo - cod_fee_kobo)::bigint AS net FROM settlement_entries WHERE cash_entry_id = ANY (entries) GROUP BY 1) s
  WHERE p.id = s.payee_id AND s.net <> 0;
END
$$;
--> statement-breakpoint
-- Keeps the account of an entry. What a rider pays in covers what was collected, the oldest first; what is more gives back change, and is ahead of
-- what comes after it. What is taken back uncovers the newest first.
CREATE FUNCTION keep_cash() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  account cash_accounts;
  taken cash_entries;
  one cash_entries;
  ahead bigint;
  change bigint;
  given_back bigint;
  covered bigint[] := '{}';
  uncovered bigint[] := '{}';
BEGIN
  INSERT INTO cash_accounts (holder_kind, holder_id, last_entry) VALUES (NEW.holder_kind, NEW.holder_id, NEW.id) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT account FROM cash_accounts WHERE holder_kind = NEW.holder_kind AND holder_id = NEW.holder_id FOR UPDATE;
  ahead := account.ahead_kobo;
  change := account.change_kobo;
  IF NEW.holder_kind = 'rider' THEN
    SELECT * INTO taken FROM cash_entries WHERE id = NEW.reverses;
    IF taken.kind = 'collected' AND taken.covered_at IS NULL THEN
      covered := ARRAY[taken.id];
      UPDATE cash_entries SET covered_at = NEW.received_at WHERE id = taken.id;
    ELSIF coalesce(taken.kind, NEW.kind) = 'change' THEN
      change := change + NEW.kobo;
      ahead := ahead + greatest(0, -change);
      change := greatest(0, change);
    ELSIF NEW.kind <> 'collected' THEN
      ahead := ahead - NEW.kobo;
    END IF;
    WHILE ahead < 0 LOOP
      SELECT * INTO one FROM cash_entries e WHERE e.holder_kind = 'rider' AND e.holder_id = NEW.holder_id AND e.kind = 'collected'
        AND e.covered_at IS NOT NULL AND NOT EXISTS (SELECT FROM cash_entries r WHERE r.reverses = e.id)
        ORDER BY e.id DESC LIMIT 1;
      IF one.id IS NULL THEN
        change := change - ahead;
        ahead := 0;
      ELSE
        UPDATE cash_entries SET covered_at = NULL WHERE id = one.id;
        uncovered := uncovered || one.id;
        ahead := ahead + one.kobo;
      END IF;
    END LOOP;
    LOOP
      SELECT * INTO one FROM cash_entries e WHERE e.holder_kind = 'rider' AND e.holder_id = NEW.holder_id AND e.kind = 'collected'
        AND e.covered_at IS NULL ORDER BY e.id LIMIT 1;
      EXIT WHEN one.id IS NULL OR one.kobo > ahead;
      UPDATE cash_entries SET covered_at = NEW.received_at WHERE id = one.id;
      covered := covered || one.id;
      ahead := ahead - one.kobo;
    END LOOP;
    IF one.id IS NULL AND ahead > 0 THEN
      given_back := least(ahead, change);
      change := change - given_back;
      ahead := ahead - given_back;
    END IF;
  END IF;
  UPDATE cash_accounts SET
    balance_kobo = account.balance_kobo + NEW.kobo,
    change_kobo = change,
    ahead_kobo = ahead,
    since = CASE WHEN account.balance_kobo + NEW.kobo <= 0 THEN NULL WHEN account.balance_kobo > 0 THEN account.since ELSE NEW.received_at END,
    last_entry = NEW.id
  WHERE holder_kind = NEW.holder_kind AND holder_id = NEW.holder_id;
  PERFORM hold_for_payees(covered, -1);
  PERFORM hold_for_payees(uncovered, 1);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "cash_entries_keep" AFTER INSERT ON "cash_entries" FOR EACH ROW EXECUTE FUNCTION keep_cash();
--> statement-breakpoint
-- What a rider holds of it is owed, and payable once it was paid in.
CREATE OR REPLACE FUNCTION keep_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  net bigint := NEW.gross_kobo - NEW.cod_fee_kobo;
  held boolean := EXISTS (
    SELECT FROM cash_entries e WHERE e.id = NEW.cash_entry_id AND e.holder_kind = 'rider' AND e.covered_at IS NULL
  );
BEGIN
  UPDATE cash_on_delivery SET
    collected_kobo = collected_kobo + NEW.gross_kobo,
    cod_fee_kobo = cod_fee_kobo + NEW.cod_fee_kobo,
    recorded_at = CASE WHEN NEW.kind = 'reversed' AND collected_kobo + NEW.gross_kobo = 0 THEN NULL ELSE NEW.at END
  WHERE booking_id = NEW.booking_id AND NEW.method <> 'deducted';
  UPDATE payees SET
    owed_kobo = owed_kobo + net,
    held_kobo = held_kobo + CASE WHEN held THEN net ELSE 0 END,
    owed_since = CASE WHEN owed_kobo + net <= 0 THEN NULL WHEN owed_kobo > 0 THEN owed_since ELSE NEW.at END
  WHERE id = NEW.payee_id;
  RETURN NULL;
END
$function$;
