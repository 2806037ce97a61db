/** E-mailed links: what they are for and how long they live. */
export const LINK_PURPOSES = [
  "sign_in",
  "sign_up",
  "store_sign_in",
  "store_sign_up",
  "password_reset",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const LINK_HOURS = 24;

/** Links of one group end each other; those that sign in and those that reset a password do not. */
export function groupOf(purpose: LinkPurpose): readonly LinkPurpose[] {
  return purpose === "password_reset"
    ? ["password_reset"]
    : ["sign_in", "sign_up", "store_sign_in", "store_sign_up"];
}

/** The purpose whose typed data a later, plainer link of the same person carries on. */
export const SIGN_UP_OF: Partial<Record<LinkPurpose, LinkPurpose>> = {
  sign_in: "sign_up",
  store_sign_in: "store_sign_up",
};
