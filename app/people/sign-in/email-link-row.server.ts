import type { emailLinks } from "../../platform/db/schema.ts";

export type EmailLink = typeof emailLinks.$inferSelect;
