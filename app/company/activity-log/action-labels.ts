/** The names of log records on the screens. */
import { ACTIVITY_ACTION_LABELS } from "../../domain/activity-actions.ts";
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";

/**
 * Returns an action's name in words, or the code of an unknown action. During a deployment, a newer release may already
 * write actions that this process does not know.
 */
export function actionLabel(action: string): string {
  return (ACTIVITY_ACTION_LABELS as Record<string, string>)[action] ?? action;
}

/** The labels of the types of records (`entityType`) that need another label than the words of the type. */
const KIND_LABELS: Record<string, string> = { admin: "Admin user", payee: "Settlement", api_key: "API key" };

/** STAFF-13: returns the kind of a record's subject in words, or '-' if the record has no subject. */
export function entityLabel(type: string | null): string {
  if (!type) return "-";
  const words = type.replaceAll("_", " ");
  return KIND_LABELS[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
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

/** STAFF-13: `to` is the URL of a record's subject. `linkName` names the link for screen readers and voice control. */
type Linked<Row> = Row & { to: string | null; linkName: string };

/**
 * Adds the links to records. A link's name begins with the visible text, which is the kind of the subject. Then comes
 * the booking's code, or the description. If links to different pages have the same name, their names get the time too.
 */
export function withLinks<Row extends Logged & { createdAt: Date }>(rows: readonly Row[]): Linked<Row>[] {
  const linked = rows.map((row) => ({ ...row, to: entityLink(row), linkName: linkName(row) }));
  const pages = Map.groupBy(linked, (row) => row.linkName);
  const isShared = (name: string) => new Set(pages.get(name)!.map(({ to }) => to)).size > 1;
  return linked.map((row) =>
    isShared(row.linkName)
      ? { ...row, linkName: `${row.linkName}, ${formatAdminDateTime(row.createdAt)}` }
      : row,
  );
}

function linkName({ entityType, description }: Logged): string {
  const [code] = entityType === "booking" ? trackingCodesIn(description) : [];
  return `${entityLabel(entityType)}: ${code ? readableTrackingCode(code) : description}`;
}
