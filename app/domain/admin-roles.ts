/** The roles of staff. Their permissions are in access/permissions.ts. */
import { wordsOf } from "./words-of.ts";

export const ADMIN_ROLE_NAMES = {
  super_admin: "Super Admin",
  moderator: "Moderator",
  support: "Support",
  dispatcher: "Dispatcher",
  hub_clerk: "Hub Clerk",
  cashier: "Cashier",
};
export type AdminRole = keyof typeof ADMIN_ROLE_NAMES;
export const ADMIN_ROLES = wordsOf(ADMIN_ROLE_NAMES);

export const ADMIN_ROLE_LABELS: Record<AdminRole, string> = {
  super_admin: "Full Access",
  moderator: "Limited Access",
  support: "Read Only",
  dispatcher: "Desk and runs",
  hub_clerk: "Own hub",
  cashier: "Money",
};
