/** LOCK-1: the paths that stay open while the site is locked. */
import { asAdmin, asSuperAdmin } from "../../access/actors.server.ts";
import type { Session } from "../../access/principal-context.ts";

const OPEN = new Set(["/admin/login", "/admin/login/two-step", "/unlock"]);
const OPEN_TO_SUPER_ADMINS = "/admin/site-lock";
const OPEN_TO_STAFF = "/admin/logout";

/** True for the sign-in of staff and the unlock form, and for a few pages of staff. */
export const isOpenWhileLocked = (path: string, session: Session): boolean =>
  OPEN.has(path) ||
  (path === OPEN_TO_SUPER_ADMINS && asSuperAdmin(session) !== null) ||
  (path === OPEN_TO_STAFF && asAdmin(session) !== null);
