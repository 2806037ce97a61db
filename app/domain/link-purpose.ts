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
 * Returns the purposes of the group to which a purpose belongs: sign-in and sign-up links, or password-reset links. A
 * new link ends only the older links of its group.
 */
export function groupOf(purpose: LinkPurpose): readonly LinkPurpose[] {
  return purpose === "password_reset"
    ? ["password_reset"]
    : ["sign_in", "sign_up", "store_sign_in", "store_sign_up"];
}

/**
 * Maps each sign-in purpose to its sign-up purpose. If a person asks for a sign-up link and then for a sign-in link,
 * the new link keeps the purpose and the input of the sign-up.
 */
export const SIGN_UP_OF: Partial<Record<LinkPurpose, LinkPurpose>> = {
  sign_in: "sign_up",
  store_sign_in: "store_sign_up",
};
