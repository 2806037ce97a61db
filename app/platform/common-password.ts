/** The message about a password that is refused because it is too common. */
export const COMMON_PASSWORD = "Too many people use this password. Choose another one.";
