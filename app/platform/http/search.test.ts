import { expect, test } from "vitest";
import { hasTrigram, likePattern, readSearch, searchPhones, searchTerms } from "./search.ts";

const read = (q: string) => readSearch(new URLSearchParams({ q }));

test("a search is cut at a hundred characters and holds nothing that a database refuses", () => {
  expect(read(` \0${"x".repeat(200)} `)).toHaveLength(100);
  expect(readSearch(new URLSearchParams())).toBe("");
});

test("punctuation alone has no term, and among words it is no word", () => {
  expect(["%%%", "...", " --- ---", "_", "👍👍👍"].map(read)).toEqual([
    "%%%",
    "...",
    "--- ---",
    "_",
    "👍👍👍",
  ]);
  expect(["%%%", "--- _", ""].map((text) => searchTerms(text))).toEqual([[], [], []]);
  expect(searchTerms("Rice & beans!")).toEqual([["%rice%"], ["%beans!%"]]);
  expect(["m&m", "ọ"].map(read)).toEqual(["m&m", "ọ"]);
});

test("the index helps from three letters or digits in a row on", () => {
  expect(["rice", "ab 080", "ọja"].map(hasTrigram)).toEqual([true, true, true]);
  expect(["ab", "m&m", "a b c", "%%%"].map(hasTrigram)).toEqual([false, false, false, false]);
});

test("a search is its words, each wanted once, whatever their order and case, eight at most", () => {
  expect(searchTerms("Jollof  rice JOLLOF")).toEqual([["%jollof%"], ["%rice%"]]);
  expect(searchTerms("a b c d e f g h i j")).toHaveLength(8);
});

test("what is special to LIKE is taken literally", () => {
  expect(searchTerms("100%_off \\o/")).toEqual([["%100\\%\\_off%"], ["%\\\\o/%"]]);
  expect(likePattern("%_\\")).toBe("%\\%\\_\\\\%");
});

test.each([
  "0803 123 4005",
  "08031234005",
  "+2348031234005",
  "+234 803 123 4005",
  "2348031234005",
  "00234 803 123 4005",
  "+234 (0) 803-123-4005",
  "0803.123.4005",
  "0803/123/4005",
  "234005",
  "123 4005",
])("'%s' finds +2348031234005", (text) => {
  expect("+2348031234005").toContain(searchPhones(text));
});

test.each(["", "080", "Ada", "OD48210973NG", "0803 123 400x", "1".repeat(18)])(
  "'%s' is no phone number",
  (text) => expect(searchPhones(text)).toBeNull(),
);

test("where phones are searched, a number is one term however it is spaced, also as one of several words", () => {
  expect(searchTerms("0803 123 4005", { phones: true })).toEqual([["%0803 123 4005%", "%8031234005%"]]);
  expect(searchTerms("08031234005", { phones: true })).toEqual([["%8031234005%"]]);
  expect(searchTerms("Ada 08031234005", { phones: true })).toEqual([["%ada%"], ["%8031234005%"]]);
  expect(searchTerms("0803 1234")).toEqual([["%0803%"], ["%1234%"]]);
});
