import type { emailLinks } from "../../platform/db/schema.ts";

/** A row of the table of emailed links. */
export type EmailLink = typeof emailLinks.$inferSelect;
