/** Purposes and lifetimes of emailed links. */
export const LINK_PURPOSES = [
  "sign_in",
  "sign_up",
  "store_sign_in",
  "store_sign_up",
  "password_reset",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const LINK_HOURS = 24;

/**
 * Returns the purposes in the same group as a purpose. A new link ends only the older links of its group. Sign-in links
 * are one group, password-reset links the other.
 */
export function groupOf(purpose: LinkPurpose): readonly LinkPurpose[] {
  return purpose === "password_reset"
    ? ["password_reset"]
    : ["sign_in", "sign_up", "store_sign_in", "store_sign_up"];
}

/**
 * A new sign-in link takes over what was typed for an earlier sign-up link. The value is the sign-up link's purpose.
 */
export const SIGN_UP_OF: Partial<Record<LinkPurpose, LinkPurpose>> = {
  sign_in: "sign_up",
  store_sign_in: "store_sign_up",
};
