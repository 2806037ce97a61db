import type { emailLinks } from "../../platform/db/schema.ts";

/** A row of the emailed links. */
export type EmailLink = typeof emailLinks.$inferSelect;
