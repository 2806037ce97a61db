/** The actions that the activity log records (STAFF-13). */
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
  "export",
  "refused",
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

export const ACTIVITY_ACTION_LABELS: Record<ActivityAction, string> = {
  login: "Login",
  login_failed: "Failed login",
  logout: "Logout",
  create_admin: "Create admin",
  update_admin: "Update admin",
  delete_admin: "Delete admin",
  update_booking: "Update booking",
  mark_contact_read: "Mark contact read",
  reply_contact: "Reply to contact",
  site_lock_on: "Site lock on",
  site_lock_off: "Site lock off",
  password_change: "Password change",
  profile_change: "Profile change",
  export: "Export",
  refused: "Refused",
};

/** The log may contain actions of older versions: they are shown unchanged. */
export function actionLabel(action: string): string {
  return (ACTIVITY_ACTION_LABELS as Record<string, string>)[action] ?? action;
}
