/**
 * STAFF-4: what each role may read and do in the back office. The same table drives the menu, the button, its disabled reason
 * and the server's check.
 */
import type { AdminRole } from "../domain/admin-roles.ts";

const ALL = ["super_admin", "moderator", "support", "dispatcher", "hub_clerk", "cashier"] as const;
/** The roles that see the whole office. */
const OFFICE = ["super_admin", "moderator", "support"] as const;
const DESK = ["super_admin", "moderator", "dispatcher"] as const;
const DESK_AND_HUB = [...DESK, "hub_clerk"] as const;
const SUPER = ["super_admin"] as const;

export const PERMISSIONS = {
  /** The pages that each of these opens: access/staff-pages.ts. */
  readDashboard: ALL,
  readBookings: ALL,
  readCustomers: [...OFFICE, "dispatcher"],
  readMessages: [...OFFICE, "dispatcher"],
  /** Payments, settlements, rewards and what is owed of a booking. */
  readMoney: [...OFFICE, "cashier"],
  /** Accounts of cash of riders and hubs. A hub clerk for the own hub only. */
  readCash: ["super_admin", "cashier", "hub_clerk"],
  readPrices: OFFICE,
  /** What receivers agreed to. */
  readConsents: [...OFFICE, "dispatcher"],
  readReports: [...OFFICE, "cashier"],
  readParcelReports: [...OFFICE, "dispatcher"],
  /** Hubs, riders, runs and exceptions. */
  readRoad: ALL,
  readSiteLock: OFFICE,
  readTeam: SUPER,
  readActivityLog: SUPER,
  readSystem: SUPER,
  readCompany: SUPER,
  readLanguages: SUPER,
  /** As a file, of what one may read. */
  exportData: [...OFFICE, "dispatcher", "cashier"],
  changeStatus: DESK_AND_HUB,
  correctBooking: DESK,
  bookForCustomer: DESK_AND_HUB,
  markContactRead: DESK,
  replyToContact: DESK,
  noteOnCustomers: DESK,
  withdrawConsents: DESK,
  manageHubs: SUPER,
  /** And the partners whose vehicles take our pieces. */
  manageRiders: ["super_admin", "dispatcher"],
  /** Plan runs, put pieces on them, and say what happened to a run. */
  planRuns: DESK,
  /** Receive, load, seal, hand over, return and reconcile. A hub clerk for the own hub only (access/own-hub.server.ts). */
  workHub: DESK_AND_HUB,
  /** Load a run: a cashier may too, and lets through what is not paid for or passes a rider's limit. */
  loadRuns: [...DESK_AND_HUB, "cashier"],
  closeExceptions: DESK,
  /** Make and work claims; deciding one, and paying for it, are others. */
  handleClaims: DESK,
  decideClaims: ["super_admin", "moderator"],
  payClaims: SUPER,
  manageSiteLock: SUPER,
  manageAdmins: SUPER,
  managePrices: SUPER,
  setPrice: ["super_admin", "moderator"],
  recordPayments: ["super_admin", "moderator", "cashier"],
  reversePayments: SUPER,
  /** Count what riders hand in, and write change, deposits and expenses of a hub. */
  countCash: ["super_admin", "cashier", "hub_clerk"],
  /** Differences of cash, corrections, and taking back what was counted. */
  approveCash: ["super_admin", "cashier"],
  manageBankAccount: SUPER,
  payOut: SUPER,
  manageRewards: SUPER,
  decideRewards: ["super_admin", "moderator"],
  manageCompany: SUPER,
  retryJobs: SUPER,
  manageLanguages: SUPER,
} as const satisfies Record<string, readonly AdminRole[]>;

export type Permission = keyof typeof PERMISSIONS;

export function may(role: AdminRole, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly AdminRole[]).includes(role);
}

/** Whether a role may everything that another one may. */
export function mayAllOf(role: AdminRole, other: AdminRole): boolean {
  return (Object.keys(PERMISSIONS) as Permission[]).every(
    (permission) => may(role, permission) || !may(other, permission),
  );
}

/** Why a control is disabled, as text for the person; null when it is enabled. */
export function refusal(role: AdminRole, permission: Permission): string | null {
  if (may(role, permission)) return null;
  return "You can view but not change. Ask a super admin.";
}
