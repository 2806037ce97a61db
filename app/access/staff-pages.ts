/**
 * STAFF-4: the pages of the back office, the permission that opens each page, and the menu. The guard of the back
 * office and its frame use these tables.
 */
import { type AdminRole } from "../domain/admin-roles.ts";
import { BOOKING_STATUS_LABELS, FIRST_STATUS } from "../domain/delivery-status.ts";
import { may, type Permission } from "./permissions.ts";

/**
 * The permission to open a page, by the page's pattern in routes.ts. Null: all staff may open the page. A page below
 * /admin that is missing here is opened for no role.
 */
export const STAFF_PAGES: Readonly<Record<string, Permission | null>> = {
  "/admin": "readDashboard",
  "/admin/bookings": "readBookings",
  "/admin/bookings/export.csv": "exportData",
  "/admin/bookings/found": "readBookings",
  "/admin/bookings/mine": "readBookings",
  "/admin/bookings/rows": "readBookings",
  "/admin/bookings/changes/:batch": "readBookings",
  "/admin/bookings/new": "readBookings",
  "/admin/bookings/:code": "readBookings",
  "/admin/bookings/:code/money": "readMoney",
  "/admin/bookings/:code/collection": "readMoney",
  "/admin/bookings/:code/proof": "readBookings",
  "/admin/bookings/:code/proof/:picture": "readBookings",
  "/admin/runs": "readRoad",
  "/admin/runs/reattempts": "readRoad",
  "/admin/runs/:id": "readRoad",
  "/admin/runs/:id/manifest": "readRoad",
  "/admin/scan": "readBookings",
  "/admin/scan/one": "readBookings",
  "/admin/waybills": "readBookings",
  "/admin/exceptions": "readRoad",
  "/admin/exceptions/mine": "readRoad",
  "/admin/waybills/stickers": "readBookings",
  "/admin/hubs": "readRoad",
  "/admin/hubs/:id": "readRoad",
  "/admin/riders": "readRoad",
  "/admin/riders/:id": "readRoad",
  "/admin/customers": "readCustomers",
  "/admin/customers/:id": "readCustomers",
  "/admin/consents": "readConsents",
  "/admin/messages": "readMessages",
  "/admin/messages/settings": "readCompany",
  "/admin/contacts": "readMessages",
  "/admin/claims": "readMessages",
  "/admin/claims/:id": "readMessages",
  "/admin/payments": "readMoney",
  "/admin/payments/statements": "readMoney",
  "/admin/payments/statements/:id": "readMoney",
  "/admin/payments/statements/:id/statement.csv": "readMoney",
  "/admin/rewards": "readMoney",
  "/admin/cash": "readCash",
  "/admin/cash/export.csv": "approveCash",
  "/admin/cash/:kind/:id": "readCash",
  "/admin/settlements": "readMoney",
  "/admin/settlements/export.csv": "readMoney",
  "/admin/settlements/payouts": "readMoney",
  "/admin/settlements/payouts/:batch": "readMoney",
  "/admin/settlements/payouts/:batch/bank.csv": "payOut",
  "/admin/settlements/:id": "readMoney",
  "/admin/settlements/:id/statement.csv": "readMoney",
  "/admin/reports": "readReports",
  "/admin/reports/export.csv": "readReports",
  "/admin/reports/entries.csv": "readReports",
  "/admin/reports/parcels": "readParcelReports",
  "/admin/reports/parcels/export.csv": "readParcelReports",
  "/admin/prices": "readPrices",
  "/admin/prices/:id": "readPrices",
  "/admin/prices/:id/:file": "readPrices",
  "/admin/site-lock": "readSiteLock",
  "/admin/settings": "readTeam",
  "/admin/activity-logs": "readActivityLog",
  "/admin/activity-logs/export.csv": "readActivityLog",
  "/admin/languages": "readLanguages",
  "/admin/system": "readSystem",
  "/admin/company": "readCompany",
  // The pages of the signed-in person's own login account.
  "/admin/logout": null,
  "/admin/personal-settings": null,
  // The stream of live changes, which sends the names of changes and no content.
  "/live/admin": null,
};

/** The names of items that wait for staff, by the page that lists them. */
export const WAITING = {
  bookings: BOOKING_STATUS_LABELS[FIRST_STATUS].toLowerCase(),
  messages: "unread",
  exceptions: "open",
  claims: "open",
  payments: "to check",
  settlements: "to pay out",
};
export type Waiting = Partial<Record<keyof typeof WAITING, number>>;

export type MenuGroup = "Work" | "Road" | "Money" | "People" | "Company";

type MenuEntry = {
  to: string;
  label: string;
  end?: boolean;
  /** The heading under which the entry is; null for an entry in the menu of the person's name. */
  group: MenuGroup | null;
  waits?: keyof Waiting;
  /** A page that links to this entry's page. A role that may open that page does not get the entry. */
  unless?: string;
  /** The entry is shown only if there is an active hub. */
  needsHub?: true;
};

/** The menu in its order. Each role sees the pages that it may open. */
export const STAFF_MENU: readonly MenuEntry[] = [
  { to: "/admin", label: "Dashboard", end: true, group: "Work" },
  { to: "/admin/bookings", label: "Bookings", group: "Work", waits: "bookings" },
  { to: "/admin/contacts", label: "Contact Messages", group: "Work", waits: "messages" },
  { to: "/admin/runs", label: "Runs", group: "Road", needsHub: true },
  { to: "/admin/exceptions", label: "Exceptions", group: "Road", waits: "exceptions", needsHub: true },
  { to: "/admin/claims", label: "Claims", group: "Road", waits: "claims", needsHub: true },
  { to: "/admin/messages", label: "Receiver Messages", group: "Road", needsHub: true },
  { to: "/admin/scan", label: "Scan", group: "Road" },
  { to: "/admin/waybills", label: "Waybills", group: "Road" },
  { to: "/admin/hubs", label: "Hubs", group: "Road" },
  { to: "/admin/riders", label: "Riders", group: "Road" },
  { to: "/admin/reports/parcels", label: "Reports", group: "Road", unless: "/admin/reports" },
  { to: "/admin/prices", label: "Prices", group: "Money" },
  { to: "/admin/payments", label: "Payments", group: "Money", waits: "payments" },
  { to: "/admin/cash", label: "Cash", group: "Money", needsHub: true },
  { to: "/admin/settlements", label: "Settlements", group: "Money", waits: "settlements" },
  { to: "/admin/reports", label: "Reports", group: "Money" },
  { to: "/admin/customers", label: "Customers", group: "People" },
  { to: "/admin/consents", label: "Consents", group: "People", needsHub: true },
  { to: "/admin/settings", label: "Admin Management", group: "People" },
  { to: "/admin/company", label: "Company", group: "Company" },
  { to: "/admin/activity-logs", label: "Activity Logs", group: "Company" },
  { to: "/admin/site-lock", label: "Site Lock", group: "Company" },
  { to: "/admin/languages", label: "Languages", group: "Company" },
  { to: "/admin/system", label: "System", group: "Company" },
  { to: "/admin/personal-settings", label: "Personal Settings", group: null },
];

/** True if a role may open this page. */
export function opens(role: AdminRole, page: string): boolean {
  const permission = STAFF_PAGES[page];
  return permission === null || (permission !== undefined && may(role, permission));
}

/** True if the menu of a role has this entry. `hasHub` is true if there is an active hub. */
export const inMenu = (role: AdminRole, { to, unless, needsHub }: MenuEntry, hasHub: boolean): boolean =>
  opens(role, to) && !(unless && opens(role, unless)) && (hasHub || !needsHub);
