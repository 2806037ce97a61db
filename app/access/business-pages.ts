/** BUSINESS-2: the pages of a business, and the permission that each page needs. */
import type { MemberPermission } from "../domain/business.ts";

/** The pages by their patterns in routes.ts, with their permissions. No role may open a page that is not listed. */
export const BUSINESS_PAGES: Readonly<Record<string, MemberPermission>> = {
  "/business/members": "manageMembers",
  "/business/address-book": "book",
  "/business/address-book/export.csv": "book",
  "/business/pickups": "book",
  "/business/invoices": "seeMoney",
  "/business/invoices/paid": "seeMoney",
  "/business/invoices/:number": "seeMoney",
  "/business/invoices/:number/invoice.pdf": "seeMoney",
  "/business/statement": "seeMoney",
  "/business/statement/statement.csv": "seeMoney",
  "/business/reports": "seeMoney",
  "/business/log": "readLog",
  "/business/developers": "book",
};

export const BUSINESS_TABS = [
  { to: "/business", label: "Overview" },
  { to: "/business/invoices", label: "Invoices" },
  { to: "/business/statement", label: "Statement" },
  { to: "/business/reports", label: "Reports" },
  { to: "/business/address-book", label: "Address book" },
  { to: "/business/pickups", label: "Regular pickups" },
  { to: "/business/members", label: "Members" },
  { to: "/business/log", label: "Log" },
  { to: "/business/developers", label: "Developers" },
] as const;
