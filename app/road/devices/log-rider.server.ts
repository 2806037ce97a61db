import { logAbout } from "../../access/record-activity.server.ts";

/** Writes an entry about a rider to the activity log. */
export const logRider = logAbout("rider");
