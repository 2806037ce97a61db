import { expect, test } from "vitest";
import { cutText } from "./cut.ts";

test("a text is cut at 30 characters, whole ones", () => {
  expect(cutText("4 Allen Avenue, Ikeja", 30)).toBe("4 Allen Avenue, Ikeja");
  expect(cutText("123456789012345678901234567890", 30)).toBe("123456789012345678901234567890");
  expect(cutText("1234567890123456789012345678901", 30)).toBe("123456789012345678901234567890…");
  expect(cutText("👩‍👩‍👧".repeat(3), 2)).toBe(`${"👩‍👩‍👧".repeat(2)}…`);
});
