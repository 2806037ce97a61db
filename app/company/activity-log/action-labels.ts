/** The names of log records on the screens. */
import { ACTIVITY_ACTION_LABELS } from "../../domain/activity-actions.ts";
import { trackingCodesIn } from "../../domain/codes-in-text.ts";

/**
 * Returns an action's name in words, or the code of an unknown action. During a deployment, a newer release may already
 * write actions that this process does not know.
 */
export function actionLabel(action: string): string {
  return (ACTIVITY_ACTION_LABELS as Record<string, string>)[action] ?? action;
}

const ENTITY_LABELS: Record<string, string> = {
  booking: "Booking",
  run: "Run",
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
  exception: "Exception",
  page: "Page",
  hub: "Hub",
  rider: "Rider",
  partner: "Partner",
  store: "Store",
};

/** STAFF-13: returns the kind of a record's subject in words, or '-' if the record has no subject. */
export function entityLabel(type: string | null): string {
  return type ? (ENTITY_LABELS[type] ?? type) : "-";
}

type Logged = { entityType: string | null; entityId: string | null; description: string };

/** Returns the URL of the page about a record's subject. A booking's code is in the description. */
export function entityLink({ entityType, entityId, description }: Logged): string | null {
  const [code] = trackingCodesIn(description);
  if (entityType === "booking") return code ? `/admin/bookings/${code}` : null;
  if (entityType === "contact_message") return entityId && `/admin/contacts?view=${entityId}`;
  if (entityType === "run") return entityId && `/admin/runs/${entityId}`;
  if (entityType === "customer") return entityId && `/admin/customers/${entityId}`;
  if (entityType === "payee") return entityId ? `/admin/settlements/${entityId}` : "/admin/settlements";
  if (entityType === "exception") return entityId && `/admin/exceptions?view=${entityId}`;
  if (entityType === "store") return entityId ? `/admin/stores/${entityId}` : "/admin/stores";
  if (entityType === "hub") return entityId ? `/admin/hubs/${entityId}` : "/admin/hubs";
  if (entityType === "rider") return entityId ? `/admin/riders/${entityId}` : "/admin/riders";
  if (entityType === "partner") return "/admin/riders?tab=partners";
  if (entityType === "admin") return "/admin/settings";
  if (entityType === "report") return "/admin/reports";
  if (entityType === "bank_account") return "/admin/payments";
  if (entityType === "referral_reward") return "/admin/rewards";
  if (entityType === "bank_statement") return entityId && `/admin/payments/statements/${entityId}`;
  return entityType === "site_lock" ? "/admin/site-lock" : null;
}
