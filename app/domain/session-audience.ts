/**
 * The screens of a session: a customer's, or the back office. `second_step` opens no screen: the password was
 * right, and the code is still to come (STAFF-33).
 */
export const SESSION_AUDIENCES = ["customer", "staff", "second_step"] as const;
export type SessionAudience = (typeof SESSION_AUDIENCES)[number];
