import { expect, test } from "vitest";
import { isInvalidInput } from "./invalid-input.server.ts";

test("text that the database calls invalid is distinguished from our own errors, also inside another error", () => {
  const code = (text: string) => Object.assign(new Error("refused"), { code: text });
  for (const invalid of ["22P02", "22021", "22003", "22P05"]) {
    expect(isInvalidInput(code(invalid))).toBe(true);
    expect(isInvalidInput(new Error("Failed query", { cause: code(invalid) }))).toBe(true);
  }
  for (const other of [code("23505"), code("57P01"), new Error("22P02"), null, undefined, "22P02"])
    expect(isInvalidInput(other)).toBe(false);
});
