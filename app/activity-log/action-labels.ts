/** What the screens call each action of the log. */
import type { ActivityAction } from "../domain/activity-actions.ts";

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
  export: "Export",
  refused: "Refused",
};

/** A process of the release before this one may meet an action that it does not know: it is shown as it is. */
export function actionLabel(action: string): string {
  return (ACTIVITY_ACTION_LABELS as Record<string, string>)[action] ?? action;
}
