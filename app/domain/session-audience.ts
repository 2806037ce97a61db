/**
 * The screens that a session opens: a customer's, or those of the back office. `second_step` opens no screen: the
 * password was right, and the code is still missing (STAFF-33).
 */
export const SESSION_AUDIENCES = ["customer", "staff", "second_step"] as const;
export type SessionAudience = (typeof SESSION_AUDIENCES)[number];
