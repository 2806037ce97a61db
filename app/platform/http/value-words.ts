/** API-2: the words for a value that a schema refuses without a message of its own. They follow the value's name. */
import type * as z from "zod";
import { numberText } from "./list-count.ts";

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "a time such as 2026-11-28T09:30:00Z",
  date: "a day such as 2026-11-28",
  url: "a web address",
};

/** Says how to put a wrong value right. Schemas with a message of their own keep that message. */
export const wordsOfIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return "is missing.";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? "of another type"}.`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}.`;
    case "too_small":
      return boundWords(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return boundWords(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "invalid_format":
      return `must be ${FORMATS[issue.format] ?? "written in another form"}.`;
    case "invalid_key":
      return issue.issues[0]?.message ?? "has a name that is not allowed.";
    case "unrecognized_keys":
      return "is not known.";
    default:
      return "has a value that is not allowed.";
  }
};

function boundWords(origin: string, bound: string, size: number | bigint): string {
  const count = numberText(Number(size));
  if (origin === "string") return `must have ${bound} ${count} ${size === 1 ? "character" : "characters"}.`;
  if (origin === "array") return `must have ${bound} ${count} ${size === 1 ? "entry" : "entries"}.`;
  return `must be ${bound} ${count}.`;
}
