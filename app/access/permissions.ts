/**
 * STAFF-4: what each role may read and do in the back office. The same table drives the menu, the button, its disabled reason
 * and the server's check.
 */
import type { AdminRole } from "../domain/admin-roles.ts";

const ALL = ["super_admin", "moderator", "support"] as const;

export const PERMISSIONS = {
  /** The pages that each of these opens: access/staff-pages.ts. */
  readDashboard: ALL,
  readBookings: ALL,
  readCustomers: ALL,
  readMessages: ALL,
  /** Payments, settlements, rewards and what is owed of a booking. */
  readMoney: ALL,
  readPrices: ALL,
  readReports: ALL,
  readSiteLock: ALL,
  readTeam: ["super_admin"],
  readActivityLog: ["super_admin"],
  readSystem: ["super_admin"],
  readCompany: ["super_admin"],
  readLanguages: ["super_admin"],
  /** As a file, of what one may read. */
  exportData: ALL,
  changeStatus: ["super_admin", "moderator"],
  correctBooking: ["super_admin", "moderator"],
  bookForCustomer: ["super_admin", "moderator"],
  markContactRead: ["super_admin", "moderator"],
  replyToContact: ["super_admin", "moderator"],
  noteOnCustomers: ["super_admin", "moderator"],
  manageSiteLock: ["super_admin"],
  manageAdmins: ["super_admin"],
  managePrices: ["super_admin"],
  setPrice: ["super_admin", "moderator"],
  recordPayments: ["super_admin", "moderator"],
  reversePayments: ["super_admin"],
  manageBankAccount: ["super_admin"],
  payOut: ["super_admin"],
  manageRewards: ["super_admin"],
  decideRewards: ["super_admin", "moderator"],
  manageCompany: ["super_admin"],
  retryJobs: ["super_admin"],
  manageLanguages: ["super_admin"],
} as const satisfies Record<string, readonly AdminRole[]>;

export type Permission = keyof typeof PERMISSIONS;

export function may(role: AdminRole, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly AdminRole[]).includes(role);
}

/** Why a control is disabled, as text for the person; null when it is enabled. */
export function refusal(role: AdminRole, permission: Permission): string | null {
  if (may(role, permission)) return null;
  return "You can view but not change. Ask a super admin.";
}
