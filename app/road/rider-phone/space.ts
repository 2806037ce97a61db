/** PHONE-8: decides if the phone has room for a shift. Pure. */

/**
 * The free space below which the rider is warned. It has room for a shift's deeds and pictures with their copies, and a
 * reserve, because a browser that is short of space deletes data.
 */
const LITTLE_BYTES = 200_000_000;

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** The warning to the rider before the first stop; null if there is room, or if the space is unknown. */
export const spaceWarning = (left: number | null): string | null =>
  left !== null && left < LITTLE_BYTES
    ? `Little space is left on this phone (${megabytes(left)}). Delete videos or apps before you go on.`
    : null;
