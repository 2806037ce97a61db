/**
 * Lets a person type a text of several lines as rows of form fields. For example, `leaders[0]` and `leaders[0, ]` are
 * the two fields of row 0 of the text `leaders`. Each row becomes one line: the first value, then ', ' (the text after
 * the number in the name), then the second value.
 */
const ROW_FIELD = /^(\w{1,40})\[(\d{1,3})([^\]\d]{1,3})?\]$/;

/**
 * Returns the name of a field of a row. `between` is the text that separates this field's value from the value before
 * it; empty for the first field of a row.
 */
export const rowField = (fact: string, row: number, between = ""): string => `${fact}[${row}${between}]`;

/** Joins the fields of each row to one line. All other fields stay as they are. */
export function joinRows(sent: Readonly<Record<string, string>>): Record<string, string> {
  const rows: Record<string, string[]> = {};
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    const [, fact, row, between = ""] = ROW_FIELD.exec(name) ?? [];
    if (fact === undefined) others[name] = value;
    else {
      const lines = (rows[fact] ??= []);
      const line = (lines[Number(row)] ?? "") + (value.trim() && between) + value.trim();
      lines[Number(row)] = line;
    }
  }
  for (const [fact, lines] of Object.entries(rows))
    others[fact] = Object.values(lines)
      .filter((line) => line !== "")
      .join("\n");
  return others;
}

/** Splits a text into lines, and each line into its values, at the first place where `between` occurs. */
export const splitRows = (lines: string, between: string): string[][] =>
  lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = between === "" ? -1 : line.indexOf(between.trim());
      return at < 0 ? [line] : [line.slice(0, at).trim(), line.slice(at + between.trim().length).trim()];
    });
