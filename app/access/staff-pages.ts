/** STAFF-4: the pages of the back office, the permission that opens each page, and the menu. */
import { type AdminRole } from "../domain/admin-roles.ts";
import { BOOKING_STATUS_LABELS, FIRST_STATUS } from "../domain/delivery-status.ts";
import { MANUAL, MANUAL_PAGES, manualPath } from "./manual-pages.ts";
import { may, type Permission } from "./permissions.ts";

/**
 * The permission that opens each page, by the page's pattern in routes.ts. Null means all staff. A page below /admin
 * that is missing here opens for no role.
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
  "/admin/bookings/bulk": "readBookings",
  "/admin/bookings/bulk/:batch": "readBookings",
  "/admin/bookings/bulk/:batch/labels": "readBookings",
  "/admin/bookings/bulk/:batch/result.csv": "readBookings",
  "/admin/bookings/:code": "readBookings",
  "/admin/bookings/:code/money": "readMoney",
  "/admin/bookings/:code/collection": "readMoney",
  "/admin/bookings/:code/proof": "readBookings",
  "/admin/bookings/:code/proof/:picture": "readBookings",
  "/admin/runs": "readRoad",
  "/admin/runs/reattempts": "readRoad",
  "/admin/runs/regular": "readRoad",
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
  "/admin/hubs/:id/counts": "readRoad",
  "/admin/riders": "readRoad",
  "/admin/riders/:id": "readRoad",
  "/admin/customers": "readCustomers",
  "/admin/customers/:id": "readCustomers",
  "/admin/businesses": "readBusinesses",
  "/admin/businesses/ageing": "readBusinesses",
  "/admin/businesses/:id": "readBusinesses",
  "/admin/businesses/:id/prices/:file": "exportData",
  "/admin/businesses/:id/:number": "readBusinesses",
  "/admin/businesses/:id/:number/invoice.pdf": "readBusinesses",
  "/admin/consents": "readConsents",
  "/admin/developers": "readKeys",
  "/admin/stores": "readStores",
  "/admin/stores/:id": "readStores",
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
  "/admin/company/account": "manageBankAccount",
  [MANUAL]: null,
  ...Object.fromEntries(MANUAL_PAGES.map(({ slug, permission }) => [manualPath(slug), permission])),
  // These pages are about the signed-in person's own login account.
  "/admin/logout": null,
  "/admin/personal-settings": null,
  "/admin/personal-settings/two-step": null,
  // The stream of live changes. It sends the names of changes and no content.
  "/live/admin": null,
};

/** The names of items that wait for staff, keyed by the page that lists them. */
export const WAITING = {
  bookings: BOOKING_STATUS_LABELS[FIRST_STATUS].toLowerCase(),
  messages: "unread",
  exceptions: "open",
  claims: "open",
  payments: "to check",
  settlements: "to pay out",
};
export type WaitingCounts = Partial<Record<keyof typeof WAITING, number>>;

export type MenuPage = {
  to: string;
  label: string;
  waits?: keyof WaitingCounts;
  /**
   * The path of a page that has a link to this one. Roles that may open the linking page get no menu entry for this
   * page, because the link is enough.
   */
  unless?: string;
  needsHub?: true;
  /** Other pages on which the tab of this page is shown as the current tab. */
  with?: readonly string[];
};

/** An entry opens the first of its pages that the role may open. The pages of an entry are shown as tabs. */
export type MenuEntry = { label: string; pages: readonly MenuPage[] };

const alone = (page: MenuPage): MenuEntry => ({ label: page.label, pages: [page] });

/** STAFF-29: the menu, in the order in which it is shown. Each role sees the pages that it may open. */
const STAFF_MENU: readonly MenuEntry[] = [
  {
    label: "Dashboard",
    pages: [
      { to: "/admin", label: "Dashboard" },
      { to: "/admin/reports", label: "Reports", with: ["/admin/reports/parcels"] },
      { to: "/admin/reports/parcels", label: "Reports", unless: "/admin/reports" },
    ],
  },
  {
    label: "Bookings",
    pages: [
      { to: "/admin/bookings", label: "Bookings", waits: "bookings" },
      { to: "/admin/waybills", label: "Waybills" },
    ],
  },
  alone({ to: "/admin/contacts", label: "Contact Messages", waits: "messages" }),
  alone({ to: "/admin/runs", label: "Runs", needsHub: true }),
  alone({ to: "/admin/scan", label: "Scan" }),
  {
    label: "Exceptions",
    pages: [
      { to: "/admin/exceptions", label: "Exceptions", waits: "exceptions", needsHub: true },
      { to: "/admin/claims", label: "Claims", waits: "claims", needsHub: true },
    ],
  },
  {
    label: "Hubs",
    pages: [
      { to: "/admin/hubs", label: "Hubs" },
      { to: "/admin/riders", label: "Riders and partners" },
      { to: "/admin/messages", label: "Receiver Messages", needsHub: true },
    ],
  },
  {
    label: "Money",
    pages: [
      { to: "/admin/payments", label: "Payments", waits: "payments" },
      { to: "/admin/payments/statements", label: "Statements" },
      { to: "/admin/rewards", label: "Rewards" },
      { to: "/admin/cash", label: "Cash", needsHub: true },
      { to: "/admin/settlements", label: "Settlements", waits: "settlements" },
      { to: "/admin/settlements/payouts", label: "Payouts" },
    ],
  },
  {
    label: "Customers",
    pages: [
      { to: "/admin/customers", label: "Customers" },
      { to: "/admin/businesses", label: "Businesses", with: ["/admin/businesses/ageing"] },
      { to: "/admin/consents", label: "Consents", needsHub: true },
    ],
  },
  alone({ to: "/admin/stores", label: "Stores" }),
  alone({ to: "/admin/settings", label: "Admin Management" }),
  {
    label: "Company",
    pages: [
      { to: "/admin/company", label: "Company" },
      { to: "/admin/company/account", label: "Bank Account" },
      { to: "/admin/prices", label: "Prices" },
      { to: "/admin/messages/settings", label: "Messages" },
      { to: "/admin/languages", label: "Languages" },
      { to: "/admin/developers", label: "API keys" },
      { to: "/admin/system", label: "System" },
    ],
  },
  alone({ to: "/admin/activity-logs", label: "Activity Logs" }),
  alone({ to: "/admin/site-lock", label: "Site Lock" }),
];

export const PERSON_PAGES: readonly MenuPage[] = [
  { to: "/admin/personal-settings", label: "Personal Settings" },
  { to: MANUAL, label: "Help" },
];

export const MENU_PAGES: readonly MenuPage[] = [...STAFF_MENU.flatMap(({ pages }) => pages), ...PERSON_PAGES];

export function mayOpenPage(role: AdminRole, page: string): boolean {
  const permission = STAFF_PAGES[page];
  return permission === null || (permission !== undefined && may(role, permission));
}

const inMenu = (role: AdminRole, { to, unless, needsHub }: MenuPage, hasHub: boolean): boolean =>
  mayOpenPage(role, to) && !(unless && mayOpenPage(role, unless)) && (hasHub || !needsHub);

/**
 * Returns the menu of a role. An entry without a page for the role is left out. `hasHub`: true if a hub is active.
 */
export const menuOf = (role: AdminRole, hasHub: boolean): MenuEntry[] =>
  STAFF_MENU.map(({ label, pages }) => ({
    label,
    pages: pages.filter((page) => inMenu(role, page, hasHub)),
  })).filter(({ pages }) => pages.length > 0);

const under = (pathname: string, to: string) =>
  pathname === to || (to !== "/admin" && pathname.startsWith(`${to}/`));

/** Finds the menu's entry for a URL: the entry whose page matches the longest part of the URL. */
export function entryOf(menu: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const found = menu
    .flatMap((entry) => entry.pages.filter(({ to }) => under(pathname, to)).map(({ to }) => ({ entry, to })))
    .toSorted((a, b) => b.to.length - a.to.length);
  return found[0]?.entry;
}

/** Returns the page of an entry whose tab is current. Undefined on a page without a tab, such as a single booking. */
export const tabOf = ({ pages }: MenuEntry, pathname: string): MenuPage | undefined =>
  pages.find(({ to, with: others }) => pathname === to || others?.includes(pathname));
