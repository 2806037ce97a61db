/** PLACE-2: a landmark that the receiver gave for this parcel is not read twice. Pure. */

/** Both are shown unchanged, so the texts are compared as they are read. */
const REMEMBERED = "The receiver says: ";
const CHOSEN = "Landmark: ";

/** The lines of a place without the words that the receiver's choice of today says, too. */
export const notSaid = (lines: readonly string[], said: readonly string[]): string[] =>
  lines.filter(
    (line) => !line.startsWith(REMEMBERED) || !said.includes(CHOSEN + line.slice(REMEMBERED.length)),
  );
