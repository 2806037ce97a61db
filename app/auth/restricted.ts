import type { AdminRole } from "../domain/roles.ts";

/** What superAdminsOnly refuses with: who was refused, so that the frame around the words can be drawn. */
export type RestrictedData = { restricted: true; name: string; role: AdminRole };

export function isRestricted(data: unknown): data is RestrictedData {
  return typeof data === "object" && data !== null && (data as RestrictedData).restricted === true;
}
