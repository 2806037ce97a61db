/**
 * PLACE-2: removes a remembered landmark if the receiver gave it again for this parcel. The rider then reads
 * it once. Pure.
 */

/** The words before a remembered landmark, and before one for this parcel. Comparisons ignore them. */
const REMEMBERED = "The receiver says: ";
const CHOSEN = "Landmark: ";

export const notSaid = (lines: readonly string[], said: readonly string[]): string[] =>
  lines.filter(
    (line) => !line.startsWith(REMEMBERED) || !said.includes(CHOSEN + line.slice(REMEMBERED.length)),
  );
