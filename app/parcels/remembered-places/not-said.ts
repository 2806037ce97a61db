/** PLACE-2: a landmark that the receiver gave for this parcel is not read twice. Pure. */

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
