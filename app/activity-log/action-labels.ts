/** What the screens call each action of the log. */
import type { ActivityAction } from "../domain/activity-actions.ts";
import { trackingCodesIn } from "../domain/tracking-code.ts";

export const ACTIVITY_ACTION_LABELS: Record<ActivityAction, string> = {
  login: "Login",
  login_failed: "Failed login",
  logout: "Logout",
  create_admin: "Create admin",
  update_admin: "Update admin",
  delete_admin: "Delete admin",
  create_booking: "Create booking",
  update_booking: "Update booking",
  mark_contact_read: "Mark contact read",
  reply_contact: "Reply to contact",
  site_lock_on: "Site lock on",
  site_lock_off: "Site lock off",
  password_change: "Password change",
  profile_change: "Profile change",
  update_prices: "Update prices",
  publish_prices: "Publish prices",
  set_price: "Set price",
  record_payment: "Record payment",
  reverse_payment: "Reverse payment",
  refuse_claim: "Payment not found",
  update_bank_account: "Update bank account",
  bank_statement: "Bank statement",
  close_payment_problem: "Close payment problem",
  payment_dispute: "Payment dispute",
  add_customer_note: "Add customer note",
  record_collection: "Record collection",
  reverse_collection: "Reverse collection",
  pay_out: "Pay out",
  reverse_payout: "Reverse payout",
  view_payee_account: "View payout account",
  update_payee_account: "Update payout account",
  update_reward_terms: "Update referral reward",
  grant_reward: "Grant referral reward",
  refuse_reward: "Refuse referral reward",
  export: "Export",
  refused: "Refused",
};

/** A process of the release before this one may meet an action that it does not know: it is shown as it is. */
export function actionLabel(action: string): string {
  return (ACTIVITY_ACTION_LABELS as Record<string, string>)[action] ?? action;
}

const ENTITY_LABELS: Record<string, string> = {
  delivery: "Booking",
  contact_message: "Contact message",
  customer: "Customer",
  admin: "Admin user",
  session: "Session",
  site_lock: "Site lock",
  activity_log: "Activity log",
  bank_account: "Bank account",
  referral_reward: "Referral reward",
  bank_statement: "Bank statement",
  payee: "Settlement",
  report: "Report",
  page: "Page",
};

/** STAFF-13: what a record is about, in words; '-' without one. */
export function entityLabel(type: string | null): string {
  return type ? (ENTITY_LABELS[type] ?? type) : "-";
}

type Logged = { entityType: string | null; entityId: string | null; description: string };

/** The page of what a record is about; null where there is none. A booking's record begins with its code. */
export function entityLink({ entityType, entityId, description }: Logged): string | null {
  const [code] = trackingCodesIn(description);
  if (entityType === "delivery") return code ? `/admin/bookings/${code}` : null;
  if (entityType === "contact_message") return entityId && `/admin/contacts?view=${entityId}`;
  if (entityType === "customer") return entityId && `/admin/customers/${entityId}`;
  if (entityType === "payee") return entityId ? `/admin/settlements/${entityId}` : "/admin/settlements";
  if (entityType === "admin") return "/admin/settings";
  if (entityType === "report") return "/admin/reports";
  if (entityType === "bank_account") return "/admin/payments";
  if (entityType === "referral_reward") return "/admin/rewards";
  if (entityType === "bank_statement") return entityId && `/admin/payments/statements/${entityId}`;
  return entityType === "site_lock" ? "/admin/site-lock" : null;
}
