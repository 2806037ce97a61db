/**
 * PLACE-2: leaves out a remembered landmark if the receiver gave it again for this parcel, so that the rider reads it
 * once. Pure.
 */

/**
 * The words before a landmark: a remembered one, and one that the receiver gave for this parcel. Landmarks are compared
 * without these words.
 */
const REMEMBERED = "The receiver says: ";
const CHOSEN = "Landmark: ";

/** The lines of a place, without the landmark that the receiver gave again for this parcel. */
export const notSaid = (lines: readonly string[], said: readonly string[]): string[] =>
  lines.filter(
    (line) => !line.startsWith(REMEMBERED) || !said.includes(CHOSEN + line.slice(REMEMBERED.length)),
  );
