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

/** A new link ends only older links of its group. Sign-in links and password-reset links are two groups. */
export function groupOf(purpose: LinkPurpose): readonly LinkPurpose[] {
  return purpose === "password_reset"
    ? ["password_reset"]
    : ["sign_in", "sign_up", "store_sign_in", "store_sign_up"];
}

/** For a sign-in link that takes over the input of a sign-up form: the purpose of the sign-up link. */
export const SIGN_UP_OF: Partial<Record<LinkPurpose, LinkPurpose>> = {
  sign_in: "sign_up",
  store_sign_in: "store_sign_up",
};
