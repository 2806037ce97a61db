/**
 * `broken` is the reason why a row cannot be read. `doubts` are reasons why a person must decide. `on` is a Lagos
 * day.
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
