/** PLACE-2: removes a remembered landmark that the receiver gave again for this parcel. Pure. */

/** The words before a remembered landmark, and before a new landmark. Comparisons ignore these words. */
const REMEMBERED = "The receiver says: ";
const CHOSEN = "Landmark: ";

export const notSaid = (lines: readonly string[], said: readonly string[]): string[] =>
  lines.filter(
    (line) => !line.startsWith(REMEMBERED) || !said.includes(CHOSEN + line.slice(REMEMBERED.length)),
  );
