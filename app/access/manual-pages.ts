/**
 * STAFF-34: the pages of the manual in their order, with the permission to open each page. The texts are in
 * docs/manual/.
 */
import type { Permission } from "./permissions.ts";

type ManualPage = {
  /** The name of the page's file in docs/manual/, which is also the last part of the page's URL. */
  slug: string;
  title: string;
  permission: Permission;
};

export const MANUAL_PAGES = [
  { slug: "counter", title: "The sender's counter", permission: "manualCounter" },
  { slug: "dispatcher", title: "The dispatcher", permission: "manualDispatcher" },
  { slug: "hub-clerk", title: "The hub clerk", permission: "manualHubClerk" },
  { slug: "rider", title: "The rider", permission: "manualRider" },
  { slug: "cashier", title: "The cashier", permission: "manualCashier" },
  { slug: "shop", title: "The shop owner", permission: "manualShop" },
  { slug: "business", title: "A business's clerk", permission: "manualBusiness" },
  { slug: "first-day", title: "The owner's first day", permission: "manualOwner" },
] as const satisfies readonly ManualPage[];

export type ManualSlug = (typeof MANUAL_PAGES)[number]["slug"];

export const MANUAL = "/admin/help";
export const manualPath = (slug: ManualSlug): string => `${MANUAL}/${slug}`;
