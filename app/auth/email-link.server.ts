import type { emailLinks } from "../platform/db/schema.ts";

/** A row of the links that were mailed. */
export type EmailLink = typeof emailLinks.$inferSelect;
