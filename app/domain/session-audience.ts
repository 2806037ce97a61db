/**
 * The pages that a session opens: a customer's pages, or the back office. `second_step` opens no page: the password was
 * right, but the person has not entered the code of the second step yet (STAFF-33).
 */
export const SESSION_AUDIENCES = ["customer", "staff", "second_step"] as const;
export type SessionAudience = (typeof SESSION_AUDIENCES)[number];
