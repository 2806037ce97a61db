import { expect, test } from "vitest";
import { likePatterns } from "./search.ts";

test("a search is its words, each wanted once, whatever their order and case", () => {
  expect(likePatterns("Jollof  rice JOLLOF")).toEqual(["%jollof%", "%rice%"]);
  expect(likePatterns("")).toEqual([]);
});

test("what is special to LIKE is taken literally", () => {
  expect(likePatterns("100%_off \\o/")).toEqual(["%100\\%\\_off%", "%\\\\o/%"]);
});

test("a page of words asks for the first eight", () => {
  expect(likePatterns("a b c d e f g h i j")).toHaveLength(8);
});
