/**
 * The screens that a session opens: a customer's own, or the back office. `second_step` opens neither: it is a sign-in
 * to the back office whose password was right and whose code is still to come (STAFF-33).
 */
export const SESSION_AUDIENCES = ["customer", "staff", "second_step"] as const;
export type SessionAudience = (typeof SESSION_AUDIENCES)[number];
