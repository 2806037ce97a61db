import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.server.ts";

test.each(["123456", "password", "QWERTY", "Football", "１２３４５６"])("%s is refused", (word) => {
  expect(isCommonPassword(word)).toBe(true);
});

test.each(["jollof rice at noon", "xk2-vb9-qqm", ""])("'%s' is not", (word) => {
  expect(isCommonPassword(word)).toBe(false);
});
