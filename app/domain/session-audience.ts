/** The screens that a session opens: a customer's own, or the back office. */
export const SESSION_AUDIENCES = ["customer", "staff"] as const;
export type SessionAudience = (typeof SESSION_AUDIENCES)[number];
