/** PIECE-1: the number of pieces in a form. */
import * as z from "zod";
import { plainSigns } from "../../text/plain-text.ts";
import { MAX_PIECES } from "../../domain/custody.ts";

const WRONG = `Enter how many pieces there are, from 1 to ${MAX_PIECES}`;
const TOO_MANY = `A booking has at most ${MAX_PIECES} pieces. Make a second booking for the rest.`;

export const piecesField = z.union([z.string(), z.number()], WRONG).transform((typed, issue) => {
  const text = plainSigns(String(typed));
  if (text === "") return 1;
  const pieces = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (pieces >= 1 && pieces <= MAX_PIECES) return pieces;
  issue.addIssue(pieces > MAX_PIECES ? TOO_MANY : WRONG);
  return z.NEVER;
});
