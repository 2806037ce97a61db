import { expect, test } from "vitest";
import { searchPatterns } from "./search.ts";

test("a search is its words, each wanted once, whatever their order and case", () => {
  expect(searchPatterns("Jollof  rice JOLLOF")).toEqual(["%jollof%", "%rice%"]);
  expect(searchPatterns("")).toEqual([]);
});

test("what is special to LIKE is taken literally", () => {
  expect(searchPatterns("100%_off \\o/")).toEqual(["%100\\%\\_off%", "%\\\\o/%"]);
});

test("a page of words asks for the first eight", () => {
  expect(searchPatterns("a b c d e f g h i j")).toHaveLength(8);
});
