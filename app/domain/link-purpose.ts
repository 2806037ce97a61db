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

/** A new link ends only older links of its group. Sign-in links and password-reset links are separate groups. */
export function groupOf(purpose: LinkPurpose): readonly LinkPurpose[] {
  return purpose === "password_reset"
    ? ["password_reset"]
    : ["sign_in", "sign_up", "store_sign_in", "store_sign_up"];
}

/** The purpose of a sign-up link, by the purpose of the later sign-in link that takes over its form input. */
export const SIGN_UP_OF: Partial<Record<LinkPurpose, LinkPurpose>> = {
  sign_in: "sign_up",
  store_sign_in: "store_sign_up",
};
