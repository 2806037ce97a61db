/** What the activity log can hold; the database checks it too, so that a new one needs a migration. */
export const ACTIVITY_ACTIONS = [
  "login",
  "login_failed",
  "logout",
  "create_admin",
  "update_admin",
  "delete_admin",
  "update_booking",
  "mark_contact_read",
  "reply_contact",
  "site_lock_on",
  "site_lock_off",
  "password_change",
  "profile_change",
  "update_prices",
  "publish_prices",
  "set_price",
  "record_payment",
  "reverse_payment",
  "export",
  "refused",
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];
