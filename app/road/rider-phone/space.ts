/** PHONE-8: whether the phone has room for a shift. Pure. */

/** What a shift's deeds, pictures and their copies need, and the browser beside them, before it throws things away. */
const LITTLE_BYTES = 200_000_000;

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** What the rider is told before the first stop; null while there is room, or nobody knows. */
export const spaceWarning = (left: number | null): string | null =>
  left !== null && left < LITTLE_BYTES
    ? `Little space is left on this phone (${megabytes(left)}). Delete videos or apps before you go on.`
    : null;
