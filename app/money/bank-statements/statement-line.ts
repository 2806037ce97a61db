/**
 * A row of money: the line in the file, the Lagos day, kobo, and the bank's text about it. A row with `broken` cannot be
 * read: that is its reason, and its day or amount may be null. `doubts`: why it is not recorded without a person.
 */
export type StatementLine = {
  row: number;
  on: string | null;
  kobo: number | null;
  direction: "in" | "out";
  balance: number | null;
  reference: string;
  text: string;
  broken: string | null;
  doubts: string[];
};
