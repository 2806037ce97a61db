/** STAFF-4: the read and write permissions of each role. The menu, the disabled buttons and the server use them. */
import type { AdminRole } from "../domain/admin-roles.ts";

const ALL = ["super_admin", "moderator", "support", "dispatcher", "hub_clerk", "cashier"] as const;
const OFFICE = ["super_admin", "moderator", "support"] as const;
const DESK = ["super_admin", "moderator", "dispatcher"] as const;
const DESK_AND_HUB = [...DESK, "hub_clerk"] as const;
const SUPER = ["super_admin"] as const;

export const PERMISSIONS = {
  readDashboard: ALL,
  readBookings: ALL,
  readCustomers: [...OFFICE, "dispatcher"],
  readMessages: [...OFFICE, "dispatcher"],
  readMoney: [...OFFICE, "cashier"],
  /** Read the cash accounts of riders and hubs. A hub clerk sees only their own hub. */
  readCash: ["super_admin", "cashier", "hub_clerk"],
  readPrices: OFFICE,
  /** Look at every partner store in the same way as its owner. */
  readStores: [...OFFICE, "dispatcher"],
  /** Read businesses, their bookings, invoices and ageing. */
  readBusinesses: [...OFFICE, "dispatcher", "cashier"],
  /** Read the consents of receivers. */
  readConsents: [...OFFICE, "dispatcher"],
  /** Read the API keys and webhook endpoints of everybody, without their secrets. */
  readKeys: ["super_admin", "moderator"],
  readReports: [...OFFICE, "cashier"],
  readParcelReports: [...OFFICE, "dispatcher"],
  /** Read the pages of hubs, riders, runs and exceptions. */
  readRoad: ALL,
  readSiteLock: OFFICE,
  readTeam: SUPER,
  readActivityLog: SUPER,
  readSystem: SUPER,
  readCompany: SUPER,
  readLanguages: SUPER,
  exportData: [...OFFICE, "dispatcher", "cashier"],
  changeStatus: DESK_AND_HUB,
  correctBooking: DESK,
  /** Set a new promised day for a parcel. A hub clerk may do so only for parcels of their own hub. */
  setNewDay: DESK_AND_HUB,
  bookForCustomer: DESK_AND_HUB,
  markContactRead: DESK,
  replyToContact: DESK,
  /** Give an answer on behalf of a receiver who calls. A hub clerk may do so only for parcels of their own hub. */
  answerForReceiver: DESK_AND_HUB,
  sendMessages: DESK,
  noteOnCustomers: DESK,
  withdrawConsents: DESK,
  /** Erase the data of a receiver at the receiver's request, once the parcel is delivered or failed. */
  eraseReceivers: SUPER,
  manageHubs: SUPER,
  /** Manage riders, and the partners whose vehicles carry pieces. */
  manageRiders: ["super_admin", "dispatcher"],
  /** Plan runs, assign pieces to them, and report incidents of a run. */
  planRuns: DESK,
  /**
   * Receive, hand over and return pieces; load, seal and reconcile runs. A hub clerk may do so only at their own hub.
   */
  workHub: DESK_AND_HUB,
  /**
   * Load a run. Roles that also have `recordPayments` may load pieces above the rider's cash limit, and unpaid pieces
   * if the company's settings allow this (COMPANY-7).
   */
  loadRuns: [...DESK_AND_HUB, "cashier"],
  /** Approve, change, pause and end regular pickups of senders, and skip a day of a pickup. */
  approvePickups: DESK,
  closeExceptions: DESK,
  /**
   * Confirm what a rider reported about a piece that is not the rider's. A hub clerk may do so only at their
   * own hub.
   */
  confirmTold: DESK_AND_HUB,
  handleClaims: DESK,
  decideClaims: ["super_admin", "moderator"],
  payClaims: SUPER,
  manageSiteLock: SUPER,
  manageAdmins: SUPER,
  managePrices: SUPER,
  setPrice: ["super_admin", "moderator"],
  recordPayments: ["super_admin", "moderator", "cashier"],
  /** Upload the bank's statements, decide about their rows, and record the rows. */
  decideStatements: ["super_admin", "cashier"],
  /** Open a business, set its limit, terms and prices. */
  manageBusinesses: SUPER,
  approveBusinesses: ["super_admin", "moderator"],
  /** Write invoices and credit notes for businesses, record their payments, and send them reminders. */
  invoiceBusinesses: ["super_admin", "moderator", "cashier"],
  reversePayments: SUPER,
  /**
   * Count the cash that riders hand in. Record the change that a hub gives to riders, and the hub's deposits and
   * expenses.
   */
  countCash: ["super_admin", "cashier", "hub_clerk"],
  /** Resolve cash differences, make corrections, and reverse a count. */
  approveCash: ["super_admin", "cashier"],
  manageBankAccount: SUPER,
  payOut: SUPER,
  manageRewards: SUPER,
  decideRewards: ["super_admin", "moderator"],
  /** Hide a store from the public, and show it again. */
  hideStores: ["super_admin", "moderator"],
  revokeKeys: SUPER,
  /** Copy the company's prices, hubs and facts into the sandbox of test keys. */
  refreshSandbox: SUPER,
  manageCompany: SUPER,
  retryJobs: SUPER,
  manageLanguages: SUPER,
  /** Read the manual (access/manual-pages.ts): all pages, or only the pages about the role's own work. */
  manualCounter: [...OFFICE, "dispatcher", "hub_clerk"],
  manualDispatcher: DESK,
  manualHubClerk: DESK_AND_HUB,
  manualRider: DESK_AND_HUB,
  manualCashier: ["super_admin", "moderator", "cashier", "hub_clerk"],
  manualShop: OFFICE,
  manualBusiness: [...OFFICE, "cashier"],
  manualOwner: ["super_admin", "moderator"],
} as const satisfies Record<string, readonly AdminRole[]>;

export type Permission = keyof typeof PERMISSIONS;

export function may(role: AdminRole, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly AdminRole[]).includes(role);
}

/** True if `role` has every permission that `other` has. */
export function mayAllOf(role: AdminRole, other: AdminRole): boolean {
  return (Object.keys(PERMISSIONS) as Permission[]).every(
    (permission) => may(role, permission) || !may(other, permission),
  );
}

/** Returns the reason why a control is disabled for a role. Null if the control is enabled. */
export function whyRoleMayNot(role: AdminRole, permission: Permission): string | null {
  if (may(role, permission)) return null;
  return "You can view but not change. Ask a super admin.";
}
