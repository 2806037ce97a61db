import type { AdminRole } from "../domain/admin-roles.ts";

/** The value that readersOnly throws: the refused member, so that the frame around the message can be rendered. */
export type RestrictedData = { restricted: true; name: string; role: AdminRole };

export function isRestricted(data: unknown): data is RestrictedData {
  return typeof data === "object" && data !== null && (data as RestrictedData).restricted === true;
}
