/** PHONE-8: decides if the phone has room for a shift. Browsers delete data if the storage is short. Pure. */
import { LOW_STORAGE_BYTES } from "../../deeds/phone-requests.ts";

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Returns the warning to show before the first stop. Null if there is room, or if the space is unknown. */
export const spaceWarning = (left: number | null): string | null =>
  left !== null && left < LOW_STORAGE_BYTES
    ? `Little space is left on this phone (${megabytes(left)}). Delete videos or apps before you go on.`
    : null;
