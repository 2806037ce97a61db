/** PLACE-2: leaves out a remembered landmark that the receiver also gave for this parcel. Pure. */

/** The words before a remembered landmark and before a new one. The comparison ignores these words. */
const REMEMBERED = "The receiver says: ";
const CHOSEN = "Landmark: ";

export const notSaid = (lines: readonly string[], said: readonly string[]): string[] =>
  lines.filter(
    (line) => !line.startsWith(REMEMBERED) || !said.includes(CHOSEN + line.slice(REMEMBERED.length)),
  );
