/** The message for a password that is refused as too common. */
export const COMMON_PASSWORD = "Too many people use this password. Choose another one.";
