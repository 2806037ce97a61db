/** The documents of a rider that the office photographs, for roadside checks. Pure. */
import { wordsOf } from "./words-of.ts";

export const PAPER_NAMES = {
  licence: "Rider's licence",
  insurance: "Insurance",
  vehicle: "Vehicle papers",
  other: "Other paper",
};
export const PAPER_KINDS = wordsOf(PAPER_NAMES);
