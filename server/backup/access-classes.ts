/**
 * RUN-21: the columns that give a person access, by table, and what a restore does with them. A test checks that the
 * lists have every table of the schema, and every column of the tables that give access. Pure.
 *
 * - `key`: finds the row in the replaced database.
 * - `taken`: a newer value may revoke access, so access-rules.ts copies the value from the replaced database.
 * - `ended`: every restore ends this access (access-rules.ts).
 * - `none`: no value of this column revokes access. `*` means all other columns, except those whose name looks like
 *   access.
 */
export type Classes = Partial<Record<"key" | "taken" | "ended" | "none", string>>;

export const ACCESS: Record<string, Classes> = {
  admin_members: { key: "id user_id", taken: "admin_role", none: "last_access_at created_at" },
  hub_members: { key: "member_id", taken: "hub_id" },
  passwords: { key: "user_id", taken: "hash updated_at" },
  two_steps: { key: "user_id", taken: "secret last_counter confirmed_at" },
  recovery_codes: { key: "user_id hash", taken: "issued_at used_at" },
  two_step_roles: { key: "role" },
  site_lock_config: { taken: "is_active password_hash", ended: "generation", none: "id updated_at" },
  // Sessions and mailed links.
  sessions: { ended: "token_hash user_id created_at last_seen_at expires_at audience" },
  email_links: {
    ended: "expires_at used_at",
    none: "id email purpose token_hash browser_hash data next created_at asked_from",
  },
  kept_forms: { ended: "id token_hash owner path content link_id created_at expires_at" },
  rate_limits: { ended: "key points expire" },
  // Riders and their phones.
  riders: { key: "id", taken: "left_at", none: "name phone hub_id version created_at updated_at" },
  rider_devices: {
    key: "id rider_id",
    taken: "revoked_at revoked_by revoked_by_name",
    none: "token_hash name enrolled_at expires_at position_consent_at last_seen_at build unsent unsent_pictures storage_left persisted clock_ahead_ms previous_id foreign_codes foreign_since",
  },
  rider_pins: { key: "rider_id", taken: "hash set_at wrong_tries wait_until" },
  rider_shifts: { ended: "expires_at ended_at", none: "id device_id rider_id begun_at" },
  rider_enrolments: {
    ended: "expires_at used_at",
    none: "id rider_id secret_hash number_hash created_at device_id by_user_id by_name",
  },
  // Customers, and the receivers of their parcels.
  profiles: {
    key: "id",
    taken: "tells_receivers",
    none: "email first_name last_name full_name phone address referral_code email_verified_at last_sign_in_at created_at updated_at",
  },
  receiver_links: {
    key: "booking_id",
    taken: "generation pin wrong_pins stopped_phone stopped_at sender_tells receiver_stopped",
    ended: "code_message code_at code_tries",
  },
  receiver_choices: {
    key: "id booking_id kind made_at",
    taken: "ended_at ended_by",
    none: "slot day promised_before moved_before hub_id taker taker_name taker_phone words desk_asked_at hub_before",
  },
  consents: {
    key: "id withdraws",
    taken: "phone purpose text_version language booking_id note by_user_id by_name at",
  },
  remembered_places: {
    key: "id",
    none: "phone address consent_id store_id booking_id delivered_at latitude longitude accuracy rider_words receiver_words updated_at",
  },
  // Members who were removed from a business stay removed.
  business_members: { key: "user_id", taken: "business_id role", none: "created_at" },
  business_invites: { ended: "expires_at", none: "id business_id email role created_at" },
  // The link and the PIN are sent to the receiver's phone and email.
  bookings: {
    key: "id version",
    taken: "receiver_phone receiver_email",
    none: "*",
  },
  // A revoked API key stays revoked.
  api_keys: {
    key: "id user_id",
    taken: "revoked_at",
    none: "store_id business_id label mode access key_hash hint created_at last_used_at last_used_from networks",
  },
  // The secrets of webhook endpoints only sign our own messages, so they give no access.
  webhook_endpoints: {
    key: "id user_id",
    taken: "url enabled",
    none: "store_id business_id events sealed_secret sealed_before before_until failing_since paused_until created_at",
  },
  erasures: { key: "person_id", taken: "email_hash erased_at" },
  erased_receivers: { key: "booking_id", taken: "erased_at" },
};

/** Tables that give no access. */
export const NO_ACCESS = `
  activity_logs acts api_bookings attempt_answers bank_rows bank_statement_lines bank_statement_shapes bank_statements booking_balances booking_batch_rows booking_batches booking_charges
  business_agreements business_bookings business_credits business_events business_online_payments businesses invoice_lines invoice_numbers invoice_reminders invoices
  booking_events cash_accounts cash_entries cash_on_delivery claim_entries claims company_account company_settings
  contact_messages contact_replies counters custody_entries customer_notes customer_summaries exceptions former_issuers hub_areas hubs
  idempotency_keys lane_hours lane_totals language_texts mail_server_state mails message_months money_changes money_days one_time_seeds online_payments
  order_events order_lines orders parcel_changes parcel_hub_days parcel_lane_totals parcel_runs partners payee_changes payee_days payee_totals payees payments
  pictures pieces price_lists products proof_pictures proofs receiver_messages referral_credits referral_rewards refused_addresses refused_mails
  referral_terms referrals regular_pickup_acts regular_pickups regular_stops rider_days rider_deeds rider_facts rider_papers run_pieces runs saved_receivers settlement_entries shelf_count_pieces shelf_counts status_batch_rows status_batches
  stores subject_totals told_pieces track_languages transfer_notices webhook_messages webhook_tries`
  .trim()
  .split(/\s+/);

/** Columns that give no access although their name looks as if they did, each with the reason. */
export const NO_ACCESS_COLUMNS: Record<string, string> = {
  "booking_batches.rows_hash": "it knows the rows of a table again",
  "orders.view_token": "the product never renews it, so it cannot have been taken away",
  "proofs.pin_state": "it records whether a PIN was right",
  "stores.hidden_at": "a hidden store is shown to nobody, but its owner signs in as before",
  "stores.hidden_reason": "the words about a hidden store",
  "told_pieces.pin": "it records whether a PIN was right",
};

export const namesOf = (text = ""): string[] => text.split(" ").filter(Boolean);

/** The columns that a restore reads from the replaced database, by table. */
export const KNOWN: ReadonlyMap<string, string[]> = new Map(
  Object.entries(ACCESS)
    .map(([table, { key, taken }]) => [table, [...namesOf(key), ...namesOf(taken)]] as const)
    .filter(([, columns]) => columns.length > 0)
    .map(([table, columns]) => [table, [...columns]]),
);
