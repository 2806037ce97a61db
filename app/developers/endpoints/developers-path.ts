import type { KeyOwner } from "../../domain/api-keys.ts";

/** The addresses of the pages with the keys and webhooks of a person, of a store, and of a business. */
const PATHS: Record<KeyOwner["kind"], string> = {
  customer: "/profile/developers",
  store: "/store/dashboard/developers",
  business: "/business/developers",
};
export const developersPath = (owner: KeyOwner["kind"]): string => PATHS[owner];
