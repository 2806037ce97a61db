import type { KeyOwner } from "../../domain/api-keys.ts";

const PATHS: Record<KeyOwner["kind"], string> = {
  customer: "/profile/developers",
  store: "/store/dashboard/developers",
  business: "/business/developers",
};
export const developersPath = (owner: KeyOwner["kind"]): string => PATHS[owner];
