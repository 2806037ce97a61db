/** Texts about businesses. Pure. */

/** A share in percent: '7.5%'. */
export const percentText = (perMille: number): string => `${perMille / 10}%`;
