/** Said of a password that is refused because too many people use it. */
export const COMMON_PASSWORD = "Too many people use this password. Choose another one.";
