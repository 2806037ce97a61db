/** PLACE-2: omits a remembered landmark if the receiver gave the same landmark for this parcel. Pure. */

/** The words before a remembered landmark and before a new one. The comparison ignores these words. */
const REMEMBERED = "The receiver says: ";
const CHOSEN = "Landmark: ";

export const notSaid = (lines: readonly string[], said: readonly string[]): string[] =>
  lines.filter(
    (line) => !line.startsWith(REMEMBERED) || !said.includes(CHOSEN + line.slice(REMEMBERED.length)),
  );
